#include "techniques/paths/sync_ops.h"

#include <algorithm>
#include <vector>

#include "trace/counts.h"
#include "trace/meaning.h"

namespace reweave::paths {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::uint64_t kLocks = 1, kConditions = 2, kSemaphores = 3, kBarriers = 4, kOnces = 5, kFutexes = 6;

}  // namespace

std::uint32_t SyncOps::ObjectOf(std::uint64_t address, std::uint64_t kind) {
  const auto [known, fresh] = objects_.try_emplace(address << 3 ^ kind, 0);
  if (fresh) known->second = builder_.AddObject(address);
  return known->second;
}

void SyncOps::Start(const Trace& trace) {
  if (trace.preamble == nullptr) return;
  std::vector<std::uint64_t> held;
  for (const Event& event : trace.preamble->events) {
    const LockUse use = LockUseOf(event);
    if (use.takes() && !use.nested) held.push_back(use.lock);
    if (use.releases() && !use.nested) std::erase(held, use.lock);
  }
  for (const std::uint64_t lock : held) builder_.run().held_before.push_back(ObjectOf(lock, kLocks));
}

SyncOps::Added SyncOps::Add(const Event& event, std::uint32_t number) {
  Op op{.kind = OpKind::kOther, .thread = event.tid, .site = event.site, .event = number};
  op.caller = event.caller;
  op.timed = (event.flags & abi::kTimed) != 0;
  Added added;
  const LockUse lock = LockUseOf(event);
  const OrderUse order = OrderUseOf(event);
  if (event.kind == EventKind::kWaitBegin || event.kind == EventKind::kWaitEnd) {
    op.kind = event.kind == EventKind::kWaitBegin ? OpKind::kWaitBegin : OpKind::kWaitEnd;
    op.object = ObjectOf(event.obj, kConditions), op.other = ObjectOf(lock.lock, kLocks);
    op.failed = order.failed;
    added.result = op.timed && op.kind == OpKind::kWaitEnd;
  } else if (lock) {
    op.object = ObjectOf(lock.lock, kLocks);
    op.shared = lock.mode == LockMode::kShared;
    const bool refused = lock.misses() && event.kind == EventKind::kLock;
    if (lock.releases() || event.kind == EventKind::kUnlock)
      op.kind = OpKind::kUnlock;  // refused: of a lock that it does not hold
    else if (lock.takes()) op.kind = lock.waits || event.kind == EventKind::kAnnotate ? OpKind::kLock : OpKind::kTry;
    else if (!refused) op.kind = OpKind::kTry, op.failed = true;
    added.result = op.kind == OpKind::kTry;
  } else if (order) {
    using Through = OrderUse::Through;
    op.failed = order.failed;
    op.value = order.object;
    switch (order.through) {
      case Through::kThread:
        op.kind = order.publishes() ? (order.begins ? OpKind::kCreate : OpKind::kEnd)
                  : order.begins    ? OpKind::kBegin
                                    : OpKind::kJoin;
        added.result = op.kind == OpKind::kJoin && op.failed;
        break;
      case Through::kCondition:
        op.kind = event.kind == EventKind::kSignal ? OpKind::kSignal : OpKind::kBroadcast;
        op.object = ObjectOf(order.object, kConditions);
        break;
      case Through::kBarrier:
        op.kind = order.publishes() ? OpKind::kArrive : OpKind::kLeave;
        op.object = ObjectOf(order.object, kBarriers), op.value = order.generation;
        added.result = op.kind == OpKind::kArrive;
        break;
      case Through::kSemaphore:
        op.kind = order.publishes() ? OpKind::kPost : OpKind::kAcquire;
        op.object = ObjectOf(order.object, kSemaphores), op.value = SemaphoreUseOf(event).count;
        op.timed = op.timed || (op.kind == OpKind::kAcquire && SemaphoreUseOf(event).tries);
        added.result = op.kind == OpKind::kAcquire && op.timed;
        break;
      case Through::kOnce:
        op.kind = event.kind == EventKind::kOnceRun   ? OpKind::kOnceRun
                  : event.kind == EventKind::kOnceEnd ? OpKind::kOnceEnd
                                                      : OpKind::kOnceReturn;
        op.object = ObjectOf(order.object, kOnces);
        break;
      case Through::kFutex:
        op.object = ObjectOf(order.object, kFutexes);
        if (order.publishes()) op.kind = OpKind::kBroadcast;
        else if (BeginsFutexWait(event)) op.kind = OpKind::kWaitBegin, op.failed = false;
        else if (!order.failed) op.kind = OpKind::kWaitEnd;
        break;
      case Through::kNone: break;
    }
  } else if (event.kind == EventKind::kFdOp) {
    // What goes to the terminal waits for nobody; everything else keeps its place, as who waits for whom is not known.
    if (event.obj != 1 && event.obj != 2) op.kind = OpKind::kChannel;
    added.external = true;
  } else if (event.kind == EventKind::kExtern) {
    added.external = true;
  }
  builder_.Sync(op, event.ctx);
  return added;
}

}  // namespace reweave::paths
