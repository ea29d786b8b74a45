#include "techniques/pcr/order.h"

#include <fmt/format.h>

#include <algorithm>

namespace reweave::pcr {

Execution::Execution(const Problem& problem)
    : problem_(problem),
      run_(problem.run()),
      done_(run_.threads.size()),
      writer_(run_.cells.size(), kNoEvent),
      pending_(run_.accesses.size()),
      initial_pending_(run_.cells.size()),
      exclusive_(run_.locks.size()),
      shared_(run_.locks.size()) {
  for (std::uint16_t t = 0; t < done_.size(); ++t) {
    for (std::uint32_t seq = 1; seq <= problem.cut(t); ++seq) {
      for (const CellAccess& a : run_.AccessesOf(run_.At(t, seq))) {
        if (!problem.IsKept(a)) continue;
        const EventId source = problem.SourceOf(a);
        if (source == kNoEvent) ++initial_pending_[a.cell];
        else ++pending_[static_cast<std::size_t>(run_.AccessTo(source, a.cell) - run_.accesses.data())];
      }
    }
  }
  for (const Region& region : run_.regions)
    if (region.take == kNoEvent) ++(region.mode == LockMode::kExclusive ? exclusive_ : shared_)[region.lock];
}

std::string Execution::Check(EventId e, bool say) const {
  const Event& event = run_.events[e];
  const auto no = [&](const char* why) { return say ? fmt::format("event {}: {}", e, why) : std::string("no"); };
  if (!problem_.Has(e)) return no("not of the problem");
  if (event.seq != done_[event.tid] + 1) return no("not the next of its thread");
  for (const Must& must : run_.MustsOf(e)) {
    if (must.if_kept && !problem_.IsKept(must.required ? e : must.from)) continue;
    if ((must.required || problem_.Has(must.from)) && !Done(must.from)) return no("something must come before");
  }
  if (event.takes != kNone) {
    const Region& region = run_.regions[event.takes];
    if (exclusive_[region.lock] != 0 || (region.mode == LockMode::kExclusive && shared_[region.lock] != 0))
      return no("the lock is taken");
  }
  const auto& steps = problem_.query().steps;
  const bool step = problem_.IsStep(e);
  if (step && (next_step_ >= steps.size() || steps[next_step_] != e)) return no("a step out of turn");
  const bool inside = next_step_ != 0 && next_step_ < steps.size();
  for (const CellAccess& a : run_.AccessesOf(event)) {
    if (problem_.IsKept(a) && writer_[a.cell] != problem_.SourceOf(a)) return no("reads another value");
    if (!a.writes) continue;
    if (inside && !step && problem_.IsPatternCell(a.cell)) return no("interrupts the pattern");
    std::uint32_t waiting =
        writer_[a.cell] == kNoEvent
            ? initial_pending_[a.cell]
            : pending_[static_cast<std::size_t>(run_.AccessTo(writer_[a.cell], a.cell) - run_.accesses.data())];
    if (problem_.IsKept(a)) --waiting;  // its own read
    if (waiting != 0) return no("others have yet to read what it overwrites");
  }
  if (event.kind == abi::EventKind::kSignal || event.kind == abi::EventKind::kBroadcast) {
    for (const NotBetween& gap : run_.gaps)
      if (gap.signal == e && Done(gap.begin) && !(problem_.Has(gap.end) && Done(gap.end)))
        return no("wakes a thread that slept on");
  }
  return {};
}

void Execution::Do(EventId e) {
  const Event& event = run_.events[e];
  done_[event.tid] = event.seq;
  if (next_step_ < problem_.query().steps.size() && problem_.query().steps[next_step_] == e) ++next_step_;
  if (event.releases != kNone) {
    const Region& region = run_.regions[event.releases];
    --(region.mode == LockMode::kExclusive ? exclusive_ : shared_)[region.lock];
  }
  if (event.takes != kNone) {
    const Region& region = run_.regions[event.takes];
    ++(region.mode == LockMode::kExclusive ? exclusive_ : shared_)[region.lock];
  }
  for (const CellAccess& a : run_.AccessesOf(event)) {
    if (problem_.IsKept(a)) {
      const EventId source = problem_.SourceOf(a);
      if (source == kNoEvent) --initial_pending_[a.cell];
      else --pending_[static_cast<std::size_t>(run_.AccessTo(source, a.cell) - run_.accesses.data())];
    }
    if (a.writes) writer_[a.cell] = e;
  }
}

bool Arrange(const Problem& problem, const std::function<const std::uint32_t*(EventId)>& clock, Preference preference,
             std::vector<EventId>& order) {
  const Run& run = problem.run();
  Execution execution(problem);
  order.clear();
  const auto ready = [&](std::uint16_t t) {
    if (execution.done(t) >= problem.cut(t)) return kNoEvent;
    const EventId e = run.At(t, execution.done(t) + 1);
    const std::uint32_t* row = clock(e);
    for (std::uint16_t u = 0; u < run.threads.size(); ++u)
      if (u != t && row[u] > execution.done(u)) return kNoEvent;
    return execution.Allows(e) ? e : kNoEvent;
  };
  std::uint16_t current = 0;
  while (order.size() < problem.size()) {
    EventId next = preference == Preference::kStay ? ready(current) : kNoEvent;
    if (next == kNoEvent) {
      for (std::uint16_t t = 0; t < run.threads.size(); ++t) next = std::min(next, ready(t));
    }
    if (next == kNoEvent) return false;
    execution.Do(next);
    order.push_back(next);
    current = run.events[next].tid;
  }
  return true;
}

std::string Simulate(const Problem& problem, std::span<const EventId> order) {
  Execution execution(problem);
  for (const EventId e : order) {
    if (std::string why = execution.Against(e); !why.empty()) return why;
    execution.Do(e);
  }
  return execution.all_steps_done() ? "" : "not all steps are there";
}

}  // namespace reweave::pcr
