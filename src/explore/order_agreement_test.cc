// Who waits is ordered after who let it go on, and the two steps depend on each other. Happens-before and dependency are driven
// with random runs of a small model of semaphores, barriers, condition variables, once, futexes and threads, which keeps by
// itself what each thread may rely on.
#include <gtest/gtest.h>

#include <cerrno>
#include <map>
#include <set>
#include <utility>

#include "base/rng.h"
#include "detect/happens_before.h"
#include "explore/search/dependency.h"
#include "trace/kinds.h"
#include "trace/testing.h"

namespace reweave::inline explore {
namespace {

using abi::Event;
using abi::EventKind;

constexpr unsigned kThreads = 4, kChild = 3;  // the child is created, and joined, in the run
constexpr std::uint64_t kSemaphore = 0x1000, kBarrier = 0x2000, kCondition = 0x3000, kMutex = 0x3040, kOnce = 0x4000,
                        kFutex = 0x5000;

class Orders {
 public:
  explicit Orders(std::uint64_t seed) : rng_(seed) {}

  Trace Run(int steps) {
    for (unsigned tid = 1; tid < kThreads; ++tid) builder_.Thread(tid, 0, tid);
    for (int i = 0; i < steps; ++i) {
      const auto tid = static_cast<unsigned>(rng_.Below(kThreads));
      if (tid != kChild || child_ == 1 || child_ == 2) Step(tid);
    }
    return builder_.End(abi::EndKind::kPass);
  }

  // By event of the run: those that happened before it, and those of them that let it go on.
  std::vector<std::set<std::size_t>> before, sources;

 private:
  struct Published {
    std::set<std::size_t> events, last;
  };

  void Step(unsigned tid) {
    if (tid == kChild && child_ == 1) return child_ = 2, Awaits(tid, created_), Add(tid, EventKind::kBegin, 0);
    if (arrived_.contains(tid)) return LeaveBarrier(tid);
    if (sleeping_.contains(tid)) return WakeUp(tid);
    switch (rng_.Below(9)) {
      case 0: return ++count_, Add(tid, EventKind::kSemPost, kSemaphore), Publishes(tid, posted_);
      case 1: return WaitForSemaphore(tid);
      case 2: return ArriveAtBarrier(tid);
      case 3: return Sleep(tid);
      case 4: return Wake(tid);
      case 5: return Once(tid);
      case 6: return Add(tid, EventKind::kFutexWake, kFutex, 1), Publishes(tid, futex_);
      case 7: return Add(tid, EventKind::kFutexWait, kFutex, ETIMEDOUT);  // gave up: relies on nobody
      default: return CreateAndJoin(tid);
    }
  }

  void WaitForSemaphore(unsigned tid) {
    if (count_ == 0) return Add(tid, EventKind::kSemWait, kSemaphore, EAGAIN);
    --count_;
    Awaits(tid, posted_);
    Add(tid, EventKind::kSemWait, kSemaphore);
  }
  // Two threads make a generation.
  void ArriveAtBarrier(unsigned tid) {
    if (leaving_ != 0) return;
    if (arrived_.empty()) generation_events_ = {};
    Add(tid, EventKind::kBarrierArrive, kBarrier, generation_);
    Publishes(tid, generation_events_);
    arrived_.insert(tid);
    if (arrived_.size() == 2) leaving_ = 2;
  }
  void LeaveBarrier(unsigned tid) {
    if (leaving_ == 0) return;
    Awaits(tid, generation_events_);
    Add(tid, EventKind::kBarrierLeave, kBarrier, generation_);
    arrived_.erase(tid);
    if (--leaving_ == 0) ++generation_;
  }
  void Lock(unsigned tid) {
    Awaits(tid, unlocked_);
    Add(tid, EventKind::kLock, kMutex, 1);
  }
  void Sleep(unsigned tid) {
    Lock(tid);
    Add(tid, EventKind::kWaitBegin, kCondition, 0, kMutex);
    Publishes(tid, unlocked_);
    sleeping_[tid] = {};
  }
  // By a signal for one of the sleepers, a broadcast for all, both without the mutex.
  void Wake(unsigned tid) {
    std::vector<unsigned> asleep;
    for (const auto& [sleeper, by] : sleeping_)
      if (by.events.empty()) asleep.push_back(sleeper);
    const bool all = rng_.Below(2) == 0;
    if (!all && asleep.size() > 1) asleep = {asleep[rng_.Below(asleep.size())]};
    if (all) Add(tid, EventKind::kBroadcast, kCondition, asleep.size());
    else Add(tid, EventKind::kSignal, kCondition, asleep.empty() ? 0 : asleep[0] + 1);
    for (const unsigned sleeper : asleep) Publishes(tid, sleeping_[sleeper]);
  }
  void WakeUp(unsigned tid) {
    const Published by = sleeping_[tid];
    const bool timeout = by.events.empty();
    if (timeout && rng_.Below(4) != 0) return;
    Awaits(tid, by);
    Awaits(tid, unlocked_);
    sleeping_.erase(tid);
    Add(tid, EventKind::kWaitEnd, kCondition, timeout ? ETIMEDOUT : 0, kMutex);
    Add(tid, EventKind::kUnlock, kMutex);
    Publishes(tid, unlocked_);
  }
  void Once(unsigned tid) {
    if (initialised_.events.empty()) {
      Add(tid, EventKind::kOnceRun, kOnce);
      Add(tid, EventKind::kOnceEnd, kOnce);
      return Publishes(tid, initialised_);
    }
    Awaits(tid, initialised_);
    Add(tid, EventKind::kOnceReturn, kOnce);
  }
  void CreateAndJoin(unsigned tid) {
    if (tid == kChild) {
      Add(tid, EventKind::kEnd, 0);
      Publishes(tid, ended_);
      child_ = 3;
    } else if (child_ == 0) {
      Add(tid, EventKind::kCreate, 0, kChild);
      Publishes(tid, created_);
      child_ = 1;
    } else if (child_ == 3) {
      Awaits(tid, ended_);
      Add(tid, EventKind::kJoin, 0, kChild);
      child_ = 4;
    }
  }

  void Add(unsigned tid, EventKind kind, std::uint64_t object, std::uint64_t value = 0, std::uint64_t value2 = 0) {
    Event event{};
    event.tid = static_cast<std::uint16_t>(tid), event.kind = kind, event.obj = object, event.value = value,
    event.value2 = value2;
    event.flags = abi::kPoint, event.ordinal = ++ordinals_[tid];
    builder_.Raw(event);
    before.push_back(known_[tid]);
    sources.push_back(std::exchange(awaited_, {}));
    known_[tid].insert(before.size() - 1);
  }
  // What the event that was added last, and all before it, hands on.
  void Publishes(unsigned tid, Published& to) {
    to.events.insert(known_[tid].begin(), known_[tid].end());
    to.last.insert(before.size() - 1);
  }
  // What the event that is added next relies on.
  void Awaits(unsigned tid, const Published& from) {
    known_[tid].insert(from.events.begin(), from.events.end());
    awaited_.insert(from.last.begin(), from.last.end());
  }

  Rng rng_;
  TraceBuilder builder_;
  std::map<unsigned, std::uint32_t> ordinals_;
  std::map<unsigned, std::set<std::size_t>> known_;
  std::set<std::size_t> awaited_;
  Published posted_, generation_events_, unlocked_, initialised_, futex_, created_, ended_;
  std::map<unsigned, Published> sleeping_;
  std::set<unsigned> arrived_;
  std::uint64_t count_ = 0, generation_ = 0;
  int leaving_ = 0, child_ = 0;  // none, created, runs, ended, joined
};

TEST(OrderAgreement, WhoWaitsIsOrderedAfterWhoLetItGoOn) {
  std::size_t awaited = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Orders model(seed);
    const Trace trace = model.Run(100);
    detect::HappensBefore order;
    order.Start(trace);
    order.NeedThread(kThreads - 1);
    TouchReader reader;
    const std::vector<std::uint16_t> process = {0, 1, 2, 3};
    std::vector<detect::Time> stamps;
    std::vector<std::vector<Touch>> touches;
    std::vector<unsigned> threads;
    std::vector<EventKind> kinds;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const Event& event = trace.events[i];
      if (!IsEvent(event.kind)) continue;
      const std::size_t k = stamps.size();
      order.Before(event);
      for (std::size_t earlier = 0; earlier < k; ++earlier)
        if (threads[earlier] != event.tid)
          ASSERT_EQ(order.Ordered(static_cast<std::uint16_t>(threads[earlier]), stamps[earlier], event.tid),
                    model.before[k].contains(earlier))
              << "seed " << seed << ": " << KindName(event.kind) << " " << k << " of thread " << event.tid << " after " << earlier
              << " of thread " << threads[earlier];
      stamps.push_back(order.now(event.tid));
      threads.push_back(event.tid);
      kinds.push_back(event.kind);
      order.After(event);
      reader.Read(trace.events, i, i + 1, process, touches.emplace_back());
      for (const std::size_t source : model.sources[k]) {
        // Of a broadcast the event has only the number of the woken: ExecutionOrder, which has the whole run, adds who they are.
        if (threads[source] == event.tid || kinds[source] == EventKind::kBroadcast) continue;
        ++awaited;
        ASSERT_TRUE(Dependent(process[threads[source]], touches[source], process[event.tid], touches[k]))
            << "seed " << seed << ": " << KindName(event.kind) << " " << k << " was let go on by " << KindName(kinds[source])
            << " " << source;
      }
    }
  }
  EXPECT_GT(awaited, 1000u) << "the runs show nothing";
}

}  // namespace
}  // namespace reweave::inline explore
