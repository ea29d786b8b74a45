#include "detect/reorder.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>

#include "detect/races.h"

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

bool operator==(const PlannedOrder& a, const PlannedOrder& b) {
  return a.segments.size() == b.segments.size() &&
         (a.segments.empty() || std::memcmp(a.segments.data(), b.segments.data(), a.segments.size() * sizeof(abi::Segment)) == 0);
}

EventName NameOf(const Event& event) { return {event.tid, event.ordinal}; }

namespace {

// A condition variable's wait counts as an operation of the condition, not of its mutex.
bool IsLockOperation(const Event& event) {
  return event.kind != EventKind::kWaitBegin && event.kind != EventKind::kWaitEnd && LockUseOf(event);
}

// By how much the event changes the number of locks that its thread holds. An inner lock of a recursive mutex counts with
// its unlock.
int HoldChange(const Event& event) {
  const LockUse use = LockUseOf(event);
  return use.takes() ? 1 : use.releases() ? -1 : 0;
}

// Goes backwards from an event and marks what it needs: everything earlier of a thread that has a marked event, and whatever
// touches what a marked event touches.
class Needs {
 public:
  Needs(const Trace& trace, Dependencies which) : events_(trace.events), which_(which) {}

  std::vector<bool> Before(std::uint32_t b) {
    marked_.assign(events_.size(), false);
    NeedThread(events_[b].tid);
    for (std::uint32_t i = b; i-- > 0;) {
      const Event& event = events_[i];
      if (!IsEvent(event.kind) || !Needed(event)) continue;
      marked_[i] = true;
      NeedThread(event.tid);
      AddTouched(event);
    }
    return std::move(marked_);
  }

 private:
  bool data() const { return which_ == Dependencies::kAll || which_ == Dependencies::kNoLocks; }
  bool locks() const { return which_ == Dependencies::kAll || which_ == Dependencies::kSync; }

  bool Counts(const Event& event) const {
    if (IsPlainAccess(event.kind)) return data();
    if (IsLockOperation(event)) return locks();
    return true;
  }

  bool Needed(const Event& event) const {
    if (HasThread(event.tid)) return true;
    if (event.kind == EventKind::kCreate) return event.value <= 0xffff && HasThread(static_cast<std::uint16_t>(event.value));
    if (event.kind == EventKind::kEnd) return joined_.contains(event.tid);
    if (!Counts(event)) return false;
    if (IsAccess(event.kind)) {
      const bool writes = WritesMemory(event.kind);
      return ForCells(event, [&](std::uint64_t cell) {
        const auto found = cells_.find(cell);
        return found != cells_.end() && (found->second || writes);
      });
    }
    return event.obj != 0 && objects_.contains(event.obj);
  }

  void AddTouched(const Event& event) {
    if (event.kind == EventKind::kJoin && event.value2 == 0) joined_.Insert(static_cast<std::uint32_t>(event.value));
    if (!Counts(event)) return;
    if (IsAccess(event.kind)) {
      const bool writes = WritesMemory(event.kind);
      ForCells(event, [&](std::uint64_t cell) { return cells_[cell] |= writes, false; });
      return;
    }
    if (event.obj != 0 && event.kind != EventKind::kCreate && event.kind != EventKind::kJoin) objects_[event.obj] = true;
    if (locks() && (event.kind == EventKind::kWaitBegin || event.kind == EventKind::kWaitEnd)) objects_[event.value2] = true;
  }

  template <typename F>
  static bool ForCells(const Event& event, F&& f) {
    for (std::uint64_t g = event.obj >> 3; g <= (event.obj + std::max<std::uint64_t>(AccessSize(event), 1) - 1) >> 3; ++g)
      if (f(g)) return true;
    return false;
  }

  bool HasThread(std::uint16_t tid) const { return threads_.contains(tid); }
  void NeedThread(std::uint16_t tid) { threads_.Insert(tid); }

  const std::vector<Event>& events_;
  Dependencies which_;
  std::vector<bool> marked_;
  ThreadSet threads_, joined_;
  std::unordered_map<std::uint64_t, bool> cells_;  // true: written
  std::unordered_map<std::uint64_t, bool> objects_;
};

// A thread that neither access belongs to must not be left inside a critical section.
void CloseSections(const Trace& trace, std::uint32_t end, std::uint16_t t1, std::uint16_t t2, std::vector<bool>& marked) {
  std::unordered_map<std::uint16_t, int> held;
  for (std::uint32_t i = 0; i < end; ++i) {
    const Event& event = trace.events[i];
    if (!IsEvent(event.kind) || event.tid == t1 || event.tid == t2) continue;
    if (!marked[i] && held[event.tid] > 0) marked[i] = true;
    if (marked[i]) held[event.tid] += HoldChange(event);
  }
}

bool CanStopAt(const Event& event) { return IsPoint(event) || IsPlainAccess(event.kind); }

}  // namespace

std::vector<bool> NeededBefore(const Trace& trace, std::uint32_t b, Dependencies which) { return Needs(trace, which).Before(b); }

std::vector<std::uint16_t> ThreadNumbers(const Trace& trace, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint16_t> created;  // in the order of the run
  const auto child = [&](const Event& event) -> std::optional<std::uint16_t> {
    const OrderUse use = OrderUseOf(event);
    if (use.through != OrderUse::Through::kThread || !use.publishes() || !use.begins || use.failed || use.object > 0xffff)
      return {};
    return static_cast<std::uint16_t>(use.object);
  };
  std::uint16_t most = 0;
  for (const Event& event : trace.events)
    if (IsEvent(event.kind)) {
      most = std::max(most, event.tid);
      if (const auto thread = child(event)) created.push_back(*thread), most = std::max(most, *thread);
    }
  std::vector<std::uint16_t> out(most + 1u);
  for (std::size_t t = 0; t < out.size(); ++t) out[t] = static_cast<std::uint16_t>(t);
  std::ranges::sort(created);  // the numbers that there are to give
  std::size_t next = 0;
  std::vector<bool> given(out.size(), false);
  for (const std::uint32_t i : order)
    if (const auto thread = child(trace.events[i])) out[*thread] = created[next++], given[*thread] = true;
  for (std::size_t t = 0; t < out.size(); ++t)  // those that nobody creates before the tail
    if (!given[t] && std::ranges::binary_search(created, t)) out[t] = created[next++];
  return out;
}

PlannedOrder OrderToPlan(const Trace& trace, const std::vector<std::uint32_t>& order, bool to_the_last) {
  std::vector<bool> executed(trace.events.size(), false);
  for (const std::uint32_t i : order) executed[i] = true;
  // Next place to stop at, per thread, after each executed event.
  std::unordered_map<std::uint16_t, std::vector<std::uint32_t>> stops;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (IsEvent(trace.events[i].kind) && CanStopAt(trace.events[i])) stops[trace.events[i].tid].push_back(i);
  const Summary summary = Summarize(trace);

  PlannedOrder plan;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Event& event = trace.events[order[k]];
    if (k + 1 < order.size() && trace.events[order[k + 1]].tid == event.tid) continue;
    abi::Segment segment{.tid = event.tid, .kind = EventKind::kNone, .reserved = 0, .until = 0, .site = 0, .reserved2 = 0};
    const std::vector<std::uint32_t>& own = stops[event.tid];
    const auto next = std::ranges::upper_bound(own, order[k]);
    if (k + 1 == order.size()) {
      if (to_the_last && k > 0 && trace.events[order[k - 1]].tid == event.tid && CanStopAt(event)) {
        segment.until = event.ordinal;
        if (IsPlainAccess(event.kind)) segment.kind = event.kind, segment.site = event.site;
        plan.segments.push_back(segment);
        segment.kind = EventKind::kNone, segment.site = 0;
      }
      segment.until = abi::kUntilTail;
    } else if (next != own.end()) {
      const Event& stop = trace.events[*next];
      segment.until = stop.ordinal;
      if (IsPlainAccess(stop.kind)) segment.kind = stop.kind, segment.site = stop.site;
    } else {
      const ThreadSummary& thread = summary.threads[event.tid];
      const bool waits = !thread.ended && thread.pending && thread.pending->ordinal != 0;
      segment.until = waits ? thread.pending->ordinal : abi::kUntilEnd;
    }
    plan.segments.push_back(segment);
  }
  for (PointWalker walk(trace); walk.Next();)
    if (executed[walk.index()] && (walk.outcomes() != 0 || walk.event().outcome != 0))
      plan.outcomes.push_back({walk.event().tid, walk.event().outcome, 0, walk.event().ordinal});
  const std::vector<std::uint16_t> numbers = ThreadNumbers(trace, order);
  for (abi::Segment& segment : plan.segments) segment.tid = numbers[segment.tid];
  for (abi::OutcomeChoice& choice : plan.outcomes) choice.tid = numbers[choice.tid];
  return plan;
}

namespace {

void AddOrder(const Trace& trace, const std::vector<std::uint32_t>& events, std::vector<PlannedOrder>& plans) {
  PlannedOrder plan = OrderToPlan(trace, events);
  if (plans.size() < 4 && std::ranges::find(plans, plan) == plans.end()) plans.push_back(std::move(plan));
}

}  // namespace

std::vector<PlannedOrder> AdjacentOrders(const Trace& trace, std::uint32_t a, std::uint32_t b) {
  std::vector<PlannedOrder> plans;
  const std::uint16_t ta = trace.events[a].tid, tb = trace.events[b].tid;
  const auto eligible = [&](std::uint32_t i) { return IsEvent(trace.events[i].kind) && CanStopAt(trace.events[i]); };
  for (const Dependencies which : {Dependencies::kAll, Dependencies::kSync, Dependencies::kNoLocks, Dependencies::kOnlySync}) {
    std::vector<bool> needed = NeededBefore(trace, b, which);
    if (needed[a]) continue;
    CloseSections(trace, b, ta, tb, needed);
    // As it was up to a, then only what b needs.
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < b; ++i)
      if (eligible(i) && (i < a || needed[i]) && i != a) order.push_back(i);
    order.push_back(a), order.push_back(b);
    AddOrder(trace, order, plans);
    if (which == Dependencies::kAll || which == Dependencies::kSync) continue;
    // Or first all that b needs: its thread may have to pass through a lock before the other one takes it.
    std::vector<bool> first = NeededBefore(trace, a, which);
    CloseSections(trace, a, ta, tb, first);
    order.clear();
    for (std::uint32_t i = 0; i < b; ++i)
      if (eligible(i) && needed[i]) order.push_back(i);
    for (std::uint32_t i = 0; i < a; ++i)
      if (eligible(i) && first[i] && !needed[i]) order.push_back(i);
    order.push_back(a), order.push_back(b);
    AddOrder(trace, order, plans);
  }
  return plans;
}

namespace {

// The same operation of the same thread may touch something else in another order.
bool Conflict(const Event& a, const Event& b) {
  if (!IsAccess(a.kind) || !IsAccess(b.kind) || (IsAtomicAccess(a.kind) && IsAtomicAccess(b.kind))) return false;
  if (!WritesMemory(a.kind) && !WritesMemory(b.kind)) return false;
  return a.obj < b.obj + AccessSize(b) && b.obj < a.obj + AccessSize(a);
}

}  // namespace

bool AreConcurrent(const Trace& trace, EventName a, EventName b) {
  if (a.tid == b.tid) return false;
  HappensBefore order;
  order.Start(trace);
  Time time = 0;
  const Event* first = nullptr;
  for (const Event& event : trace.events) {
    if (!IsEvent(event.kind) && event.kind != EventKind::kThreadInfo) continue;
    order.Before(event);
    if (IsCounted(event.kind) && (NameOf(event) == a || NameOf(event) == b)) {
      if (first != nullptr) return Conflict(*first, event) && !order.Ordered(first->tid, time, event.tid);
      time = order.now(event.tid);
      first = &event;
    }
    order.After(event);
  }
  return false;
}

bool AreAdjacent(const Trace& trace, EventName a, EventName b) {
  const Event* first = nullptr;
  for (const Event& event : trace.events) {
    if (!IsEvent(event.kind)) continue;
    const bool counted = IsPoint(event) || IsPlainAccess(event.kind);
    if (!counted) continue;
    const bool named = NameOf(event) == a || NameOf(event) == b;
    if (first != nullptr) return named && Conflict(*first, event);
    if (named) first = &event;
  }
  return false;
}

std::vector<RacePair> AdjacentPairs(const Trace& trace) {
  const auto access = [&](std::uint32_t index) {
    const Event& e = trace.events[index];
    return RacingAccess{.event = index,
                        .tid = e.tid,
                        .write = WritesMemory(e.kind),
                        .atomic = IsAtomicAccess(e.kind),
                        .site = e.site,
                        .caller = e.caller};
  };
  std::vector<RacePair> out;
  std::optional<std::uint32_t> last;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    if (!IsEvent(event.kind) || !(IsPoint(event) || IsPlainAccess(event.kind))) continue;
    if (last && trace.events[*last].tid != event.tid && Conflict(trace.events[*last], event))
      out.push_back({.first = access(*last), .second = access(i), .address = std::max(trace.events[*last].obj, event.obj)});
    last = i;
  }
  return out;
}

}  // namespace reweave::detect
