#include "trace/meaning.h"

#include <cerrno>

namespace reweave::inline trace {

using abi::Event;
using abi::EventKind;

namespace {

using Act = LockUse::Act;

// EOWNERDEAD: the owner of a robust mutex died, and the caller has the lock now.
bool Got(const Event& event) { return event.value == 0 || event.value == EOWNERDEAD; }

LockUse Tried(const Event& event, LockMode mode) {
  return {.act = Got(event) ? Act::kTakes : Act::kMisses, .mode = mode, .lock = event.obj};
}

}  // namespace

LockUse LockUseOf(const Event& event) {
  switch (event.kind) {
    case EventKind::kLock:
      // outcome: refused (error checking, not recoverable); value: recursion depth after it.
      if (event.outcome != 0) return {.act = Act::kMisses, .lock = event.obj};
      return {.act = Act::kTakes, .waits = true, .nested = event.value > 1, .lock = event.obj};
    case EventKind::kWriteLock: return {.act = Act::kTakes, .waits = true, .lock = event.obj};
    case EventKind::kReadLock: return {.act = Act::kTakes, .mode = LockMode::kShared, .waits = true, .lock = event.obj};
    case EventKind::kTryLock:
    case EventKind::kTryWriteLock: return Tried(event, LockMode::kExclusive);
    case EventKind::kTryReadLock: return Tried(event, LockMode::kShared);
    case EventKind::kLockTimeout: return {.act = Act::kMisses, .lock = event.obj};
    case EventKind::kUnlock:
      if (event.outcome == abi::kUnlockRefused) return {.act = Act::kMisses, .lock = event.obj};
      return {.act = Act::kReleases, .nested = event.value > 0, .lock = event.obj};
    case EventKind::kRwUnlock: return {.act = Act::kReleases, .either = true, .lock = event.obj};
    case EventKind::kWaitBegin:  // a mutex that is locked twice is not given back
      if (event.value2 == 0) return {};
      return {.act = Act::kReleases, .lock = event.value2};
    case EventKind::kWaitEnd:
      if (event.value2 == 0) return {};
      return {.act = Act::kTakes, .waits = true, .lock = event.value2};
    case EventKind::kAnnotate:
      switch (static_cast<abi::Annotation>(event.value)) {
        case abi::Annotation::kLockAcquire: return {.act = Act::kTakes, .lock = event.obj};
        case abi::Annotation::kLockRelease: return {.act = Act::kReleases, .lock = event.obj};
        default: return {};
      }
    default: return {};
  }
}

OrderUse OrderUseOf(const Event& event) {
  using Through = OrderUse::Through;
  constexpr auto kPublishes = OrderUse::Act::kPublishes, kAwaits = OrderUse::Act::kAwaits;
  switch (event.kind) {
    case EventKind::kCreate: return {.act = kPublishes, .through = Through::kThread, .begins = true, .object = event.value};
    case EventKind::kBegin: return {.act = kAwaits, .through = Through::kThread, .begins = true, .object = event.tid};
    case EventKind::kEnd: return {.act = kPublishes, .through = Through::kThread, .object = event.tid};
    case EventKind::kJoin:
      return {.act = kAwaits, .through = Through::kThread, .failed = event.value2 != 0, .object = event.value};
    case EventKind::kSignal:
    case EventKind::kBroadcast:
      return {.act = kPublishes, .through = Through::kCondition, .object = event.obj, .woken = event.value};
    case EventKind::kWaitEnd:
      return {.act = kAwaits, .through = Through::kCondition, .failed = event.value != 0, .object = event.obj};
    case EventKind::kBarrierArrive:
      return {.act = kPublishes, .through = Through::kBarrier, .object = event.obj, .generation = event.value};
    case EventKind::kBarrierLeave:
      return {.act = kAwaits, .through = Through::kBarrier, .object = event.obj, .generation = event.value};
    case EventKind::kSemPost: return {.act = kPublishes, .through = Through::kSemaphore, .object = event.obj};
    case EventKind::kSemWait:
      return {.act = kAwaits, .through = Through::kSemaphore, .failed = event.value != 0, .object = event.obj};
    case EventKind::kOnceEnd: return {.act = kPublishes, .through = Through::kOnce, .object = event.obj};
    case EventKind::kOnceRun:
    case EventKind::kOnceReturn: return {.act = kAwaits, .through = Through::kOnce, .object = event.obj};
    case EventKind::kFutexWake: return {.act = kPublishes, .through = Through::kFutex, .object = event.obj, .woken = event.value};
    case EventKind::kFutexWait:
      return {.act = kAwaits, .through = Through::kFutex, .failed = event.value != 0, .object = event.obj};
    default: return {};
  }
}

}  // namespace reweave::inline trace
