// Everybody who follows locks through a run must agree on who holds what: the readers all ask trace/meaning.h, and this test
// drives each of them with random runs that a small model of locks produced.
#include <gtest/gtest.h>

#include <cerrno>
#include <map>
#include <set>

#include "base/rng.h"
#include "detect/happens_before.h"
#include "explore/search/dependency.h"
#include "findings/held_locks.h"
#include "trace/meaning.h"
#include "trace/testing.h"

namespace reweave::inline explore {
namespace {

using abi::Event;
using abi::EventKind;

constexpr unsigned kThreads = 3;
constexpr std::uint64_t kMutexes[] = {0x1000, 0x1008}, kRecursive = 0x2000, kRwlock = 0x3000, kCondition = 0x4000;

// What the locks really do, written down independently of trace/meaning.h.
class Model {
 public:
  explicit Model(std::uint64_t seed) : rng_(seed) {}

  Trace Run(int steps) {
    TraceBuilder builder;
    for (unsigned t = 1; t < kThreads; ++t) builder.Thread(t, 0, t);
    for (int i = 0; i < steps; ++i) {
      Event event{};
      event.tid = static_cast<std::uint16_t>(rng_.Below(kThreads));
      if (!Choose(event)) continue;
      event.flags = abi::kPoint;
      event.ordinal = ++ordinals_[event.tid];
      builder.Raw(event);
      held_after_.push_back(Held());
    }
    return builder.End(abi::EndKind::kPass);
  }

  // By event that Run added: the locks that each thread holds after it.
  using HeldByThread = std::map<unsigned, std::set<std::uint64_t>>;
  const std::vector<HeldByThread>& held_after() const { return held_after_; }

 private:
  struct Lock {
    int owner = -1;
    unsigned depth = 0;
    std::set<unsigned> readers;
    bool owner_died = false;
  };

  bool Choose(Event& event) {
    if (waiting_.contains(event.tid)) return Return(event);
    switch (rng_.Below(9)) {
      case 0:
      case 1: return Mutex(event, kMutexes[rng_.Below(2)]);
      case 2: return Try(event, kMutexes[rng_.Below(2)]);
      case 3: return Unlock(event, kMutexes[rng_.Below(2)]);
      case 4: return Recursive(event);
      case 5: return Rwlock(event);
      case 6: return Wait(event);
      case 7: return Refused(event);
      default: return Dies(event);
    }
  }

  bool Mutex(Event& event, std::uint64_t address) {
    Lock& lock = locks_[address];
    if (lock.owner != -1) return false;
    lock = {.owner = event.tid, .depth = 1, .readers = {}};
    event.kind = EventKind::kLock, event.obj = address, event.value = 1;
    return true;
  }
  bool Try(Event& event, std::uint64_t address) {
    Lock& lock = locks_[address];
    event.kind = EventKind::kTryLock, event.obj = address;
    if (lock.owner != -1) return event.value = EBUSY, true;
    event.value = lock.owner_died ? EOWNERDEAD : 0;
    lock = {.owner = event.tid, .depth = 1, .readers = {}};
    return true;
  }
  bool Unlock(Event& event, std::uint64_t address) {
    Lock& lock = locks_[address];
    if (lock.owner != event.tid) return false;
    lock = {};
    event.kind = EventKind::kUnlock, event.obj = address;
    return true;
  }
  bool Recursive(Event& event) {
    Lock& lock = locks_[kRecursive];
    event.obj = kRecursive;
    if (lock.owner != -1 && lock.owner != event.tid) return false;
    if (lock.owner == event.tid && rng_.Below(2) == 0) {
      event.kind = EventKind::kUnlock, event.value = --lock.depth;
      if (lock.depth == 0) lock = {};
      return true;
    }
    if (lock.depth == 3) return false;
    lock.owner = event.tid;
    event.kind = EventKind::kLock, event.value = ++lock.depth;
    return true;
  }
  bool Rwlock(Event& event) {
    Lock& lock = locks_[kRwlock];
    event.obj = kRwlock;
    if (lock.owner == event.tid || lock.readers.contains(event.tid)) {
      if (lock.owner == event.tid) lock = {};
      else lock.readers.erase(event.tid);
      return event.kind = EventKind::kRwUnlock, true;
    }
    const bool write = rng_.Below(2) == 0, tries = rng_.Below(2) == 0;
    const bool free = lock.owner == -1 && (!write || lock.readers.empty());
    if (!free && !tries) return false;
    if (tries) event.kind = write ? EventKind::kTryWriteLock : EventKind::kTryReadLock, event.value = free ? 0 : EBUSY;
    else event.kind = write ? EventKind::kWriteLock : EventKind::kReadLock;
    if (free && write) lock.owner = event.tid;
    else if (free) lock.readers.insert(event.tid);
    return true;
  }
  bool Wait(Event& event) {
    Lock& lock = locks_[kMutexes[0]];
    if (lock.owner != event.tid) return false;
    lock = {};
    waiting_.insert(event.tid);
    event.kind = EventKind::kWaitBegin, event.obj = kCondition, event.value2 = kMutexes[0];
    return true;
  }
  bool Return(Event& event) {
    Lock& lock = locks_[kMutexes[0]];
    if (lock.owner != -1) return false;
    lock = {.owner = event.tid, .depth = 1, .readers = {}};
    waiting_.erase(event.tid);
    event.kind = EventKind::kWaitEnd, event.obj = kCondition, event.value = 2, event.value2 = kMutexes[0];
    return true;
  }
  // An error checking mutex: its holder locks it again, or somebody else unlocks it. Nothing changes.
  bool Refused(Event& event) {
    Lock& lock = locks_[kMutexes[1]];
    event.obj = kMutexes[1], event.outcome = 1;
    event.kind = lock.owner == event.tid ? EventKind::kLock : EventKind::kUnlock;
    event.value = lock.owner == event.tid ? 1 : 0;
    return true;
  }
  // The owner of a robust mutex gives it back in a state that the next one is told of.
  bool Dies(Event& event) {
    if (!Unlock(event, kMutexes[1])) return false;
    locks_[kMutexes[1]].owner_died = true;
    return true;
  }

  HeldByThread Held() const {
    HeldByThread held;
    for (const auto& [address, lock] : locks_) {
      if (lock.owner != -1) held[static_cast<unsigned>(lock.owner)].insert(address);
      for (const unsigned tid : lock.readers) held[tid].insert(address);
    }
    return held;
  }

  Rng rng_;
  std::map<std::uint64_t, Lock> locks_;
  std::set<unsigned> waiting_;
  std::map<unsigned, std::uint32_t> ordinals_;
  std::vector<HeldByThread> held_after_;
};

// What the touches of dependency.h say: taken, given back.
void Apply(const std::vector<Touch>& touches, unsigned tid, Model::HeldByThread& held) {
  for (const Touch& touch : touches) {
    const std::uint64_t address = touch.object * 8;
    if (address == (kCondition & ~7ull)) continue;
    if ((touch.role & kTakes) != 0) held[tid].insert(address);
    if ((touch.role & kReleases) != 0) held[tid].erase(address);
  }
}

TEST(MeaningAgreement, EveryReaderKnowsWhoHoldsWhat) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Model model(seed);
    const Trace trace = model.Run(120);
    HeldLocks held_locks;
    detect::HappensBefore order;
    order.Start(trace);
    order.NeedThread(kThreads - 1);
    TouchReader reader;
    Model::HeldByThread by_touches;
    const std::vector<std::uint16_t> process = {0, 1, 2};
    std::size_t k = 0;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const Event& event = trace.events[i];
      if (!IsEvent(event.kind)) continue;
      held_locks.Apply(event);
      order.Before(event), order.After(event);
      std::vector<Touch> touches;
      reader.Read(trace.events, i, i + 1, process, touches);
      Apply(touches, event.tid, by_touches);
      const Model::HeldByThread& wanted = model.held_after()[k++];
      for (unsigned tid = 0; tid < kThreads; ++tid) {
        const auto found = wanted.find(tid);
        const std::set<std::uint64_t> want = found == wanted.end() ? std::set<std::uint64_t>{} : found->second;
        const auto& listed = held_locks.Of(static_cast<std::uint16_t>(tid));
        std::set<std::uint64_t> clocks;
        for (const detect::HeldLock& held : order.locksets().locks(order.lockset(static_cast<std::uint16_t>(tid))))
          clocks.insert(held.lock);
        const std::string where =
            "seed " + std::to_string(seed) + ", event " + std::to_string(i) + ", thread " + std::to_string(tid);
        ASSERT_EQ(std::set<std::uint64_t>(listed.begin(), listed.end()), want) << "held locks, " << where;
        ASSERT_EQ(clocks, want) << "happens-before, " << where;
        ASSERT_EQ(by_touches[tid], want) << "dependency, " << where;
      }
    }
  }
}

TEST(MeaningAgreement, ARobustMutexWhoseOwnerDiedIsTaken) {
  Event event{};
  event.kind = EventKind::kTryLock, event.obj = 0x1000, event.value = EOWNERDEAD;
  EXPECT_TRUE(LockUseOf(event).takes());
  std::vector<Touch> touches;
  TouchReader().Read({event}, 0, 1, {0}, touches);
  ASSERT_EQ(touches.size(), 1u);
  EXPECT_TRUE(touches[0].write && (touches[0].role & kTakes) != 0) << "dpor must see that others are kept out";
}

}  // namespace
}  // namespace reweave::inline explore
