#include "techniques/pcr/schedule.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/mix.h"

namespace reweave::pcr {

namespace {

bool CanStopAt(const abi::Event& event) { return IsEvent(event.kind) && (IsPoint(event) || IsPlainAccess(event.kind)); }

abi::Segment UntilOrdinal(std::uint16_t number, std::uint32_t until) {
  return {.tid = number, .kind = abi::EventKind::kNone, .reserved = 0, .until = until, .site = 0, .reserved2 = 0};
}

// Up to the thread's next operation after event `index`. `changes`: what it reads may lead elsewhere.
abi::Segment SegmentAfter(const Trace& trace, const Stops& stops, std::uint16_t tid, std::uint32_t index, bool changes) {
  const std::vector<std::uint32_t>& own = stops.events[tid];
  const auto next = std::ranges::upper_bound(own, index);
  if (next != own.end()) {
    const abi::Event& stop = trace.events[*next];
    abi::Segment segment = UntilOrdinal(tid, changes ? trace.events[index].ordinal + 1 : stop.ordinal);
    if (!changes && IsPlainAccess(stop.kind)) segment.kind = stop.kind, segment.site = stop.site;
    return segment;
  }
  const ThreadSummary& thread = stops.summary.threads[tid];
  const bool waits = !thread.ended && thread.pending && thread.pending->ordinal != 0;
  return UntilOrdinal(tid, waits ? thread.pending->ordinal : abi::kUntilEnd);
}

// The last event before this one at which a thread can be stopped; kNone: there is none.
std::uint32_t LastBefore(const Trace& trace, std::uint32_t end) {
  while (end > 0)
    if (CanStopAt(trace.events[--end])) return end;
  return kNone;
}

struct Waiter {
  std::uint16_t tid;
  std::uint64_t cond;
};

// Which choice of the scheduler an event stands for, given who waits. None: it stands for none.
std::optional<std::uint8_t> OutcomeOf(const abi::Event& raw, std::vector<Waiter>& waiters) {
  if (raw.kind == abi::EventKind::kWaitBegin) {
    waiters.push_back({raw.tid, raw.obj});
  } else if (raw.kind == abi::EventKind::kWaitEnd) {
    std::erase_if(waiters, [&](const Waiter& w) { return w.tid == raw.tid; });
  } else if (raw.kind == abi::EventKind::kBroadcast) {
    std::erase_if(waiters, [&](const Waiter& w) { return w.cond == raw.obj; });
  } else if (raw.kind == abi::EventKind::kSignal) {
    const std::uint64_t woken = OrderUseOf(raw).woken;
    std::uint8_t place = 0;
    for (std::size_t i = 0; i < waiters.size(); ++i) {
      if (waiters[i].cond != raw.obj) continue;
      if (waiters[i].tid + 1u == woken) {
        waiters.erase(waiters.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
      ++place;
    }
    return place;
  } else if (raw.outcome == 0 && (raw.flags & abi::kTimed) == 0) {
    return std::nullopt;
  }
  return raw.outcome;
}

bool MayHaveOutcome(const abi::Event& event) { return IsEvent(event.kind) && IsCounted(event.kind) && !IsAccess(event.kind); }

class Maker {
 public:
  Maker(const Trace& trace, const Stops& stops, const Problem& problem, std::span<const EventId> order)
      : trace_(trace), stops_(stops), problem_(problem), run_(problem.run()), order_(order), number_(run_.threads.size(), 0) {}

  Schedule Make() {
    NumberThreads();
    AddSegments();
    AddOutcomes();
    for (const EventId step : problem_.query().steps) {
      const Event& e = run_.events[step];
      out_.steps.push_back({number_[e.tid], e.ordinal, e.site});
    }
    out_.signature = Signature();
    return std::move(out_);
  }

 private:
  // A thread's number is how many were created before it, in this order.
  void NumberThreads() {
    for (std::uint16_t t = 0, end = static_cast<std::uint16_t>(number_.size()); t < end; ++t) number_[t] = t;
    auto next = static_cast<std::uint16_t>(run_.created + 1);
    for (const EventId e : order_) {
      const OrderUse use = OrderUseOf(trace_.events[run_.events[e].index]);
      if (use.publishes() && use.begins && use.object < number_.size()) number_[use.object] = next++;
    }
  }

  abi::Segment Until(std::uint16_t tid, std::uint32_t until) const { return UntilOrdinal(number_[tid], until); }

  // Up to the thread's next operation after this one.
  abi::Segment After(EventId id) {
    const Event& e = run_.events[id];
    return After(e.tid, e.index, e.reads && !problem_.IsKept(id));
  }
  // `changes`: what it reads may lead elsewhere.
  abi::Segment After(std::uint16_t tid, std::uint32_t index, bool changes) {
    abi::Segment segment = SegmentAfter(trace_, stops_, tid, index, changes);
    segment.tid = number_[tid];
    return segment;
  }

  void AddSegments() {
    std::uint32_t running = kNone;  // the thread whose turn it is
    std::vector<std::uint32_t> stopped(run_.threads.size(), 0);  // by thread: the operation it stands before; 0: not known
    if (const std::uint32_t last = LastBefore(trace_, run_.first); last != kNone) running = trace_.events[last].tid;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const Event& e = run_.events[order_[k]];
      const bool goes_on = running == e.tid;
      running = e.tid;
      if (k + 1 < order_.size()) {
        if (run_.events[order_[k + 1]].tid == e.tid) continue;
        out_.segments.push_back(After(order_[k]));
        stopped[e.tid] = out_.segments.back().until;
        continue;
      }
      // The last step: to just before it, then it, then whatever the tail policy likes. Its thread may have been stopped earlier,
      // in front of an access that nobody shares.
      if (goes_on || (stopped[e.tid] != 0 && stopped[e.tid] != e.ordinal)) {
        abi::Segment before = Until(e.tid, e.ordinal);
        if (IsPlainAccess(e.kind)) before.kind = e.kind, before.site = e.site;
        out_.segments.push_back(before);
      }
      out_.segments.push_back(Until(e.tid, abi::kUntilTail));
    }
  }

  void AddOutcomes() {
    std::vector<Waiter> waiters;  // in order of arrival
    const auto raw = [this](EventId id) -> const abi::Event& { return trace_.events[run_.events[id].index]; };
    // Who waits already matters to signals only.
    if (run_.first != 0 && std::ranges::any_of(order_, [&](EventId id) { return raw(id).kind == abi::EventKind::kSignal; }))
      for (std::uint32_t i = 0; i < run_.first; ++i)
        if (MayHaveOutcome(trace_.events[i])) OutcomeOf(trace_.events[i], waiters);
    for (const EventId id : order_)
      if (const auto outcome = OutcomeOf(raw(id), waiters))
        out_.outcomes.push_back({number_[raw(id).tid], *outcome, 0, raw(id).ordinal});
  }

  std::uint64_t Signature() const {
    std::unordered_map<std::uint64_t, std::uint64_t> last;
    std::uint64_t sum = 0;
    const auto name = [&](EventId e) {
      return QuickMix(QuickMix(run_.events[e].history, run_.events[e].tid), run_.events[e].seq);
    };
    for (const EventId id : order_) {
      const Event& e = run_.events[id];
      std::uint64_t own = name(id);
      for (const CellAccess& a : run_.AccessesOf(e)) {
        std::uint64_t& before = last[run_.cells[a.cell].address];
        own = QuickMix(own, before);
        if (a.writes) before = name(id);
      }
      if (e.takes != kNone) {
        std::uint64_t& before = last[~run_.lock_objects[run_.regions[e.takes].lock]];
        own = QuickMix(own, before);
        before = name(id);
      }
      sum += own;
    }
    return sum;
  }

  const Trace& trace_;
  const Stops& stops_;
  const Problem& problem_;
  const Run& run_;
  std::span<const EventId> order_;
  std::vector<std::uint16_t> number_;
  Schedule out_;
};

}  // namespace

Stops::Stops(const Trace& trace) : summary(Summarize(trace)) {
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const abi::Event& event = trace.events[i];
    if (!IsEvent(event.kind)) continue;
    if (event.tid >= events.size()) events.resize(event.tid + 1u);
    if (CanStopAt(event)) events[event.tid].push_back(i);
  }
}

Schedule WithBeginning(const Trace& trace, const Stops& stops, const Run& run, Schedule schedule) {
  if (run.first == 0) return schedule;
  Schedule out;
  std::uint32_t last = kNone;
  std::vector<Waiter> waiters;
  for (std::uint32_t i = 0; i < run.first; ++i) {
    const abi::Event& event = trace.events[i];
    if (MayHaveOutcome(event))
      if (const auto outcome = OutcomeOf(event, waiters)) out.outcomes.push_back({event.tid, *outcome, 0, event.ordinal});
    if (!CanStopAt(event)) continue;
    if (last != kNone && trace.events[last].tid != event.tid)
      out.segments.push_back(SegmentAfter(trace, stops, trace.events[last].tid, last, false));
    last = i;
  }
  if (last != kNone && !schedule.segments.empty() && schedule.segments.front().tid != trace.events[last].tid)
    out.segments.push_back(SegmentAfter(trace, stops, trace.events[last].tid, last, false));
  out.segments.insert(out.segments.end(), schedule.segments.begin(), schedule.segments.end());
  out.outcomes.insert(out.outcomes.end(), schedule.outcomes.begin(), schedule.outcomes.end());
  out.steps = std::move(schedule.steps), out.signature = schedule.signature;
  return out;
}

Schedule MakeSchedule(const Trace& trace, const Stops& stops, const Problem& problem, std::span<const EventId> order) {
  std::size_t end = order.size();
  while (end > 0 && order[end - 1] != problem.query().steps.back()) --end;
  return Maker(trace, stops, problem, order.first(end)).Make();
}

std::vector<std::uint32_t> FindSteps(const Trace& trace, std::span<const Place> steps) {
  std::vector<std::uint32_t> out(steps.size(), kNone);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const abi::Event& event = trace.events[i];
    if (!IsEvent(event.kind) || !IsCounted(event.kind)) continue;
    for (std::size_t k = 0; k < steps.size(); ++k)
      if (steps[k].tid == event.tid && steps[k].ordinal == event.ordinal && steps[k].site == event.site) out[k] = i;
  }
  return out;
}

}  // namespace reweave::pcr
