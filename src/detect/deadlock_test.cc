#include "detect/deadlock.h"

#include <gtest/gtest.h>

#include "detect/lock_order.h"
#include "detect/testing.h"

namespace reweave::detect {
namespace {

using Kind = abi::EventKind;
constexpr std::uint64_t kA = 0x100, kB = 0x140, kC = 0x180, kGate = 0x1c0, kCond = 0x200;

Deadlock Analyse(RunText& run) { return AnalyseDeadlock(run.Trace(abi::EndKind::kDeadlock)); }

TEST(Deadlock, LockCycle) {
  RunText run;
  run.Threads(2)
      .Lock(1, kA, 11)
      .Lock(2, kB, 22)
      .Pending(0, Kind::kJoin, 1)
      .Pending(1, Kind::kLock, kB, 12)
      .Pending(2, Kind::kLock, kA, 21);
  const Deadlock d = Analyse(run);
  EXPECT_EQ(d.subkind, "lock cycle");
  EXPECT_EQ(d.cycle, (std::vector<std::uint16_t>{1, 2}));
  ASSERT_EQ(d.holdings.size(), 2u);
  EXPECT_EQ(d.holdings[0].lock, kB);
  EXPECT_EQ(d.holdings[0].tid, 2u);
  EXPECT_EQ(d.holdings[0].site, 22u);
}
TEST(Deadlock, SelfLockIsACycleOfOne) {
  RunText run;
  run.Threads(1).Lock(1, kA).Pending(0, Kind::kJoin, 1).Pending(1, Kind::kLock, kA);
  const Deadlock d = Analyse(run);
  EXPECT_EQ(d.subkind, "lock cycle");
  EXPECT_EQ(d.cycle, (std::vector<std::uint16_t>{1}));
}
TEST(Deadlock, ReadersUpgrading) {
  RunText run;
  run.Threads(2).Point(1, Kind::kReadLock, 0, kA, 0).Point(2, Kind::kReadLock, 0, kA, 0);
  run.Pending(1, Kind::kWriteLock, kA).Pending(2, Kind::kWriteLock, kA);
  EXPECT_EQ(Analyse(run).subkind, "lock cycle");
}
TEST(Deadlock, LostWakeup) {
  RunText run;
  run.Threads(1).Signal(0, kCond, 0).Lock(1, kA).Wait(1, kCond, kA).Pending(0, Kind::kJoin, 1).Pending(1, Kind::kWaitEnd, kCond);
  EXPECT_EQ(Analyse(run).subkind, "lost wakeup");
}
// wait(lock, [] { return stop || !jobs.empty(); }), and stop is set without the lock between the two looks.
TEST(Deadlock, AWakeupIsLostBetweenTwoLooks) {
  constexpr std::uint64_t kStop = 0x300, kJobs = 0x340;
  const auto look = [&](bool sets, bool again) {
    RunText run;
    run.Threads(1).Read(1, 1, kStop).Lock(1, kA).Read(1, 1, kStop);
    if (sets) run.Write(0, 5, kStop);
    run.Signal(0, kCond, 0);
    if (again) run.Read(1, 1, kStop);
    run.Read(1, 2, kJobs).Wait(1, kCond, kA).Pending(0, Kind::kJoin, 1).Pending(1, Kind::kWaitEnd, kCond);
    return Analyse(run).subkind;
  };
  EXPECT_EQ(look(true, false), "lost wakeup");
  EXPECT_EQ(look(false, false), "condition hang") << "the signal was about nothing that it had looked at";
  EXPECT_EQ(look(true, true), "condition hang") << "it knew";
}
TEST(Deadlock, ConditionHang) {
  RunText run;
  run.Threads(1).Lock(1, kA).Wait(1, kCond, kA).Pending(0, Kind::kJoin, 1).Pending(1, Kind::kWaitEnd, kCond);
  EXPECT_EQ(Analyse(run).subkind, "condition hang");
}
TEST(Deadlock, WokenButWithoutTheMutex) {
  RunText run;
  run.Threads(2).Lock(1, kA).Wait(1, kCond, kA).Lock(2, kA).Signal(2, kCond, 2).Pending(1, Kind::kWaitEnd, kCond);
  run.last().flags = 1;
  run.Pending(2, Kind::kSemWait, kB);
  const Deadlock d = Analyse(run);
  EXPECT_EQ(d.subkind, "semaphore");
  EXPECT_EQ(d.blocked[0].waits_for, (std::vector<std::uint16_t>{2}));
}
TEST(Deadlock, JoinCycleAndAbandonedLock) {
  RunText join;
  join.Threads(1).Lock(0, kA).Pending(0, Kind::kJoin, 1).Pending(1, Kind::kLock, kA);
  EXPECT_EQ(Analyse(join).subkind, "join cycle");
  RunText gone;
  gone.Threads(2).Lock(1, kA).End(1).Pending(0, Kind::kJoin, 2).Pending(2, Kind::kLock, kA);
  EXPECT_EQ(Analyse(gone).subkind, "abandoned lock");
}
TEST(Deadlock, Barrier) {
  RunText run;
  run.Threads(1).Point(1, Kind::kBarrierArrive, 0, kB, 0).Pending(0, Kind::kJoin, 1).Pending(1, Kind::kBarrierLeave, kB);
  EXPECT_EQ(Analyse(run).subkind, "barrier");
}

RunText Nested(const std::vector<std::array<std::uint64_t, 2>>& pairs, std::uint64_t gate = 0) {
  RunText run;
  run.Threads(static_cast<unsigned>(pairs.size()));
  unsigned t = 1;
  for (const auto& [first, second] : pairs) {
    if (gate != 0) run.Lock(t, gate, 100);
    run.Lock(t, first, 10 * t).Lock(t, second, 10 * t + 1).Unlock(t, second).Unlock(t, first);
    if (gate != 0) run.Unlock(t, gate);
    ++t;
  }
  return run;
}

TEST(LockOrder, CyclesOfTwoAndThree) {
  EXPECT_EQ(PredictLockCycles(Nested({{kA, kB}, {kB, kA}}).Trace()).size(), 1u);
  const auto three = PredictLockCycles(Nested({{kA, kB}, {kB, kC}, {kC, kA}}).Trace());
  ASSERT_EQ(three.size(), 1u);
  EXPECT_EQ(three[0].requests.size(), 3u);
  EXPECT_TRUE(PredictLockCycles(Nested({{kA, kB}, {kA, kB}}).Trace()).empty());
}
TEST(LockOrder, CyclesOfManyThreadsWhereThereAreNoneOfFew) {
  std::vector<std::array<std::uint64_t, 2>> ring;
  for (std::uint64_t i = 0; i < 9; ++i) ring.push_back({0x100 + 8 * i, 0x100 + 8 * ((i + 1) % 9)});
  const auto cycles = PredictLockCycles(Nested(ring).Trace());
  ASSERT_EQ(cycles.size(), 1u);
  EXPECT_EQ(cycles[0].requests.size(), 9u);
}
TEST(LockOrder, GateLockPrevents) { EXPECT_TRUE(PredictLockCycles(Nested({{kA, kB}, {kB, kA}}, kGate).Trace()).empty()); }
TEST(LockOrder, JoinOrders) {
  RunText run;
  run.Create(0, 1).Begin(1, 0).Lock(1, kA).Lock(1, kB).Unlock(1, kB).Unlock(1, kA).End(1).Join(0, 1);
  run.Create(0, 2).Begin(2, 0).Lock(2, kB).Lock(2, kA).Unlock(2, kA).Unlock(2, kB);
  EXPECT_TRUE(PredictLockCycles(run.Trace()).empty());
}
TEST(LockOrder, OneThreadAloneIsNoCycle) {
  RunText run;
  run.Threads(1).Lock(1, kA).Lock(1, kB).Unlock(1, kB).Unlock(1, kA).Lock(1, kB).Lock(1, kA).Unlock(1, kA).Unlock(1, kB);
  EXPECT_TRUE(PredictLockCycles(run.Trace()).empty());
}
TEST(LockOrder, TryLockDoesNotWait) {
  RunText run;
  run.Threads(2).Lock(1, kA).Point(1, Kind::kTryLock, 0, kB, 0).Unlock(1, kB).Unlock(1, kA);
  run.Lock(2, kB).Lock(2, kA).Unlock(2, kA).Unlock(2, kB);
  EXPECT_TRUE(PredictLockCycles(run.Trace()).empty());
}
TEST(LockOrder, PlanStopsEachThreadBeforeItsRequest) {
  const Trace trace = Nested({{kA, kB}, {kB, kA}}).Trace();
  const auto cycles = PredictLockCycles(trace);
  ASSERT_EQ(cycles.size(), 1u);
  const auto plans = DeadlockOrders(trace, cycles[0]);
  ASSERT_FALSE(plans.empty());
  const auto& s = plans[0].segments;
  ASSERT_GE(s.size(), 2u);
  EXPECT_EQ(s[s.size() - 2].tid, 1u);
  EXPECT_EQ(s[s.size() - 2].until, 3u);  // begin, lock, [lock]
  EXPECT_EQ(s[s.size() - 1].tid, 2u);
}
// Each takes A, then B, and gives A back before it asks for it again: the one that keeps B must have been the first.
TEST(LockOrder, PlanLetsThemPassOnTheWay) {
  RunText run;
  run.Threads(2);
  for (unsigned t = 1; t <= 2; ++t)
    run.Lock(t, kA, 10 * t).Lock(t, kB, 10 * t + 1).Unlock(t, kA).Lock(t, kA, 10 * t + 2).Unlock(t, kB).Unlock(t, kA);
  const Trace trace = run.Trace();
  const auto cycles = PredictLockCycles(trace);
  ASSERT_EQ(cycles.size(), 2u);
  for (const LockCycle& cycle : cycles) {
    const LockRequest& keeps_b = cycle.requests[0].held == kB ? cycle.requests[0] : cycle.requests[1];
    for (const PlannedOrder& plan : DeadlockOrders(trace, cycle)) {
      ASSERT_GE(plan.segments.size(), 2u);
      EXPECT_EQ(plan.segments[plan.segments.size() - 2].tid, keeps_b.tid);
      EXPECT_NE(plan.segments.back().tid, keeps_b.tid);
    }
  }
}

}  // namespace
}  // namespace reweave::detect
