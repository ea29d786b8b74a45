// What an event means for the other threads: which lock it takes or gives back and in which mode, which memory it reads or
// writes, whom it waits for, whom it wakes, what it orders. Decided here and nowhere else: happens-before, lock order,
// deadlocks, dependency, reordering, held locks, patterns and the techniques ask these functions and never decode an event's
// value and outcome themselves. A new primitive touches its file in the runtime and this one.
#pragma once

#include <atomic>
#include <cstdint>

#include "abi/annotations.h"
#include "abi/event.h"
#include "trace/kinds.h"

namespace reweave::inline trace {

enum class LockMode : std::uint8_t { kExclusive = 0, kShared = 1 };

// --- Locks -----------------------------------------------------------------------------------------------------------

// What an event does to a lock. A condition variable's wait gives its mutex back when it begins and takes it when it ends.
struct LockUse {
  enum class Act : std::uint8_t {
    kNone,      // no lock operation
    kTakes,     // the thread holds the lock from here on (a robust mutex whose owner died is taken, too)
    kReleases,  // gives it back
    kMisses,    // asked and did not get it: busy, timed out, refused. Depends on who holds it, changes nothing
  };
  Act act = Act::kNone;
  LockMode mode = LockMode::kExclusive;  // of kReleases: kExclusive, unless `either`
  bool waits = false;   // would have waited for the lock if it had not been free
  bool nested = false;  // recursion: its holder held it already (takes), or still holds it (releases). Nobody can notice
  bool either = false;  // releases a rwlock: in which mode is known to who tracks what the thread holds
  std::uint64_t lock = 0;

  bool takes() const { return act == Act::kTakes; }
  bool releases() const { return act == Act::kReleases; }
  bool misses() const { return act == Act::kMisses; }
  explicit operator bool() const { return act != Act::kNone; }
};
LockUse LockUseOf(const abi::Event& event);

// A lock was given back by a thread that does not hold it, which libc lets happen.
constexpr bool IsForeignUnlock(const abi::Event& event) {
  return (event.kind == abi::EventKind::kUnlock || event.kind == abi::EventKind::kRwUnlock) &&
         event.outcome == abi::kUnlockNotHeld;
}

// --- Memory ----------------------------------------------------------------------------------------------------------

constexpr bool IsAtomicAccess(abi::EventKind kind) {
  return kind == abi::EventKind::kAtomicRead || kind == abi::EventKind::kAtomicWrite || kind == abi::EventKind::kAtomicRmw;
}
constexpr bool IsAccess(abi::EventKind kind) { return IsPlainAccess(kind) || IsAtomicAccess(kind); }
constexpr bool ReadsMemory(abi::EventKind kind) {
  return kind == abi::EventKind::kRead || kind == abi::EventKind::kAtomicRead || kind == abi::EventKind::kAtomicRmw;
}
constexpr bool WritesMemory(abi::EventKind kind) {
  return kind == abi::EventKind::kWrite || kind == abi::EventKind::kAtomicWrite || kind == abi::EventKind::kAtomicRmw;
}
// Bytes of an access. memcpy and friends can be larger than the field that holds ordinary sizes; of those the first
// megabyte is looked at.
constexpr std::uint64_t kLargestAccess = 1u << 20;
constexpr std::uint64_t AccessSize(const abi::Event& event) {
  return event.size != 65535 ? event.size : event.value < kLargestAccess ? event.value : kLargestAccess;
}
// The order an atomic operation or fence was executed with: a failed compare-exchange has one of its own.
constexpr std::memory_order OrderOf(const abi::Event& event) {
  return static_cast<std::memory_order>((event.flags & abi::kCasFailed) != 0 ? event.order >> 4 : event.order & 15);
}
constexpr bool IsAcquire(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_consume || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}
constexpr bool IsRelease(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}

// --- The whole process -------------------------------------------------------------------------------------------------

// The last step of a process that ends beside threads nobody joined: whatever they would still do does not happen any more, so
// it depends on every step of every other thread.
constexpr bool EndsProcess(const abi::Event& event) { return event.kind == abi::EventKind::kProcessEnd && event.value == 1; }

// Sending a signal: from here on it can be taken at every point of thread event.value, so it depends on each of its steps.
constexpr bool SendsSignal(const abi::Event& event) { return event.kind == abi::EventKind::kSendSignal; }

// --- Waiting, waking, ordering -----------------------------------------------------------------------------------------

// Two halves of an ordering between threads, other than by locks and memory: the event publishes what its thread did so far
// to `object`, or continues only after somebody published there.
struct OrderUse {
  enum class Act : std::uint8_t { kNone, kPublishes, kAwaits };
  enum class Through : std::uint8_t {
    kNone,
    kThread,     // object = thread index: create -> begin, end -> join
    kCondition,  // signal, broadcast -> a wait that was woken
    kBarrier,    // arrivals of one generation -> departures of it; `generation`
    kSemaphore,  // post -> a wait that got it
    kOnce,       // the initialiser's end -> everybody who returns
    kFutex,      // wake -> a wait that was woken
  };
  Act act = Act::kNone;
  Through through = Through::kNone;
  bool failed = false;     // a wait that gave up: timed out, would have had to wait, was refused. Awaits nobody
  bool begins = false;     // Create and Begin: the other half is the beginning of thread `object`, not its end
  std::uint64_t object = 0;
  std::uint64_t generation = 0;  // barriers
  std::uint64_t woken = 0;       // signal: woken thread + 1, 0 nobody; broadcast, futex wake: how many

  bool publishes() const { return act == Act::kPublishes; }
  bool awaits() const { return act == Act::kAwaits; }
  explicit operator bool() const { return act != Act::kNone; }
};
OrderUse OrderUseOf(const abi::Event& event);

}  // namespace reweave::inline trace
