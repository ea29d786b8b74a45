// Deadlocks that did not happen: cycles in the order in which threads take locks (Goodlock), from runs that ended well.
//
// An edge says that a thread asked for a lock while it held another. A cycle of edges by different threads is a prediction if
// no lock that two of them hold in common keeps them apart (a gate), and if nothing but the hand-over of locks orders the
// requests (creation, join, semaphores, ... do). A try-lock takes a lock but never waits for one. Read holds do not wait for
// read holds.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "detect/happens_before.h"
#include "detect/reorder.h"

namespace reweave::detect {

struct LockRequest {
  std::uint16_t tid = 0;
  std::uint64_t held = 0, wanted = 0;
  bool held_shared = false, wanted_shared = false;
  std::uint32_t held_event = 0, wanted_event = 0;  // indexes into Trace::events; kBeforeRun: before the rewind point
  std::uint32_t held_site = 0, wanted_site = 0;
  std::uint32_t held_caller = 0, wanted_caller = 0;
};

struct LockCycle {
  std::vector<LockRequest> requests;  // each wants what the next holds, the last what the first holds
  // The same for the same places, in whichever order the run had them.
  std::uint64_t key() const;
};

// Cycles of one run; at most `most`. Of up to five threads, and where there are none, of up to sixteen.
std::vector<LockCycle> PredictLockCycles(const Trace& trace, std::size_t most = 64);

// Cheap: was a lock asked for under another one at all?
bool HasNestedLocks(const Trace& trace);

// A plan that brings every thread of the cycle before its request, each with the lock that the next one wants. The threads come
// in an order in which none has to wait on the way, if there is one.
std::vector<PlannedOrder> DeadlockOrders(const Trace& trace, const LockCycle& cycle);

}  // namespace reweave::detect
