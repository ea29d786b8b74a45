#include "techniques/paths/cut_runs.h"

#include <algorithm>
#include <iterator>

#include "trace/kinds.h"

namespace reweave::paths {

namespace {

// The step that failed: from the last point of its thread on.
std::uint32_t LastStep(const Trace& trace, std::uint16_t tid) {
  for (auto i = static_cast<std::uint32_t>(trace.events.size()); i-- > 0;)
    if (trace.events[i].tid == tid && IsPoint(trace.events[i])) return i;
  return 0;
}

std::vector<std::uint16_t> ReadyBeside(const Trace& trace, std::uint16_t failed) {
  std::vector<std::uint16_t> out;
  for (const abi::Event& event : trace.events)
    if (event.kind == abi::EventKind::kPending && event.value2 != 0 && event.tid != failed) out.push_back(event.tid);
  return out;
}

}  // namespace

bool EndsByFailure(const Trace& trace) {
  using enum abi::EndKind;
  constexpr abi::EndKind kFailures[] = {kAssert, kAbort, kException, kSignal, kHeap, kMisuse, kExit};
  return std::ranges::find(kFailures, trace.end_kind()) != std::end(kFailures);
}

void CutRuns::Add(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const Execution>& run, bool asked) {
  const unsigned times = asked ? times_ + 1 : 0;
  if (!EndsByFailure(*trace)) return;
  const std::uint16_t failed = trace->end().tid;
  Continuation next{.trace = trace, .run = run, .events = {}, .ready = ReadyBeside(*trace, failed), .times = times};
  if (next.ready.empty()) return;
  if (times >= kMostTimes) {
    given_up_ = true;
    return;
  }
  const std::uint32_t last = LastStep(*trace, failed);
  for (std::uint32_t i = 0; i < trace->events.size(); ++i) {
    const abi::Event& event = trace->events[i];
    if ((IsPoint(event) || IsPlainAccess(event.kind)) && (event.tid != failed || i < last)) next.events.push_back(i);
  }
  open_.push_back(std::move(next));
}

std::optional<CutRuns::Continuation> CutRuns::Next(const Search& search) {
  while (!open_.empty()) {
    Continuation next = std::move(open_.front());
    open_.pop_front();
    const std::uint16_t failed = next.trace->end().tid;
    const std::uint32_t last = LastStep(*next.trace, failed);
    std::vector<std::uint32_t> before;
    for (std::uint32_t i = 0; i < next.run->ops.size(); ++i)
      if (next.run->ops[i].thread != failed || next.run->ops[i].event < last) before.push_back(i);
    if (search.GoesOnAfter(*next.run, before, next.ready)) continue;
    times_ = next.times;
    return next;
  }
  return std::nullopt;
}

}  // namespace reweave::paths
