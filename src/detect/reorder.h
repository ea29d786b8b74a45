// Other orders of the events of a run, as prefixes of plans: the way from "these two could be side by side" to a run in which
// they are.
//
// An order executes a set of the run's events that contains, with each event, what its thread did before and what that
// depends on. How much counts as a dependency is a matter of courage: with all conflicts kept, the new order does the same as
// the old one; with fewer, a thread may see other values and leave its path, which the run then tells by diverging.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/control.h"
#include "detect/races.h"
#include "trace/trace.h"

namespace reweave::detect {

struct PlannedOrder {
  std::vector<abi::Segment> segments;
  std::vector<abi::OutcomeChoice> outcomes;
  friend bool operator==(const PlannedOrder& a, const PlannedOrder& b);
};

// A place in a run that is the same in a replay.
struct EventName {
  std::uint16_t tid = 0;
  std::uint32_t ordinal = 0;
  friend bool operator==(const EventName&, const EventName&) = default;
};
EventName NameOf(const abi::Event& event);

// Plans that hold one access while the other thread comes to the other, then make both, event `a` first. a < b are indexes
// into trace.events, of different threads. At most four, the most faithful first; empty if `b` needs `a` to have happened.
std::vector<PlannedOrder> AdjacentOrders(const Trace& trace, std::uint32_t a, std::uint32_t b);

// Did the run make these two accesses side by side: both were made, in either order, without a scheduling point of any thread
// in between? Plain accesses side by side are not ordered by anything.
bool AreAdjacent(const Trace& trace, EventName a, EventName b);
// All pairs of conflicting accesses of two threads that the run made side by side, in its order.
std::vector<RacePair> AdjacentPairs(const Trace& trace);

// Were both made, and did nothing order them (detect/happens_before.h)?
bool AreConcurrent(const Trace& trace, EventName a, EventName b);

// A run numbers threads as it creates them: by number in the trace, the number in a run that executes these events in this order.
std::vector<std::uint16_t> ThreadNumbers(const Trace& trace, const std::vector<std::uint32_t>& order);

// A plan that executes exactly these events, in this order, and leaves the rest to the tail policy. The indexes must hold,
// for each thread, a prefix of its events. Threads have the numbers that they get in that run. Of the steps of the thread that
// comes last, the tail policy has all but the first, and it may pass a thread over that spins; not so with `to_the_last`.
PlannedOrder OrderToPlan(const Trace& trace, const std::vector<std::uint32_t>& order, bool to_the_last = false);

enum class Dependencies {
  kAll,  // conflicts on memory, atomics, locks, ...
  kSync,  // all but plain accesses
  kNoLocks,  // all but the order of critical sections
  kOnlySync,  // neither plain accesses nor the order of critical sections
};
// What must have run before event `b` can: marks by index. `b` itself is not marked, and b's own location does not count.
std::vector<bool> NeededBefore(const Trace& trace, std::uint32_t b, Dependencies which);

}  // namespace reweave::detect
