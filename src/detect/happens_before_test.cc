// Each rule of happens-before as the smallest run that shows it: x is written by one thread, read by another.
#include <gtest/gtest.h>

#include "detect/races.h"
#include "detect/testing.h"

namespace reweave::detect {
namespace {

using std::memory_order_acq_rel, std::memory_order_acquire, std::memory_order_relaxed, std::memory_order_release;
using Kind = abi::EventKind;

constexpr std::uint64_t kX = 0x1000, kY = 0x1008, kFlag = 0x2000, kM = 0x3000, kN = 0x3040, kCond = 0x4000;

std::size_t Races(RunText& run) {
  RaceDetector detector;
  detector.Analyse(run.Trace());
  std::size_t n = 0;
  for (const RacePair& pair : detector.pairs()) n += !pair.potential;
  return n;
}

TEST(HappensBefore, CreationAndJoinOrder) {
  RunText run;
  run.Write(0, 1, kX).Create(0, 1).Begin(1, 0).Write(1, 2, kX).End(1).Join(0, 1).Read(0, 3, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, AccessAfterCreationRaces) {
  RunText run;
  run.Create(0, 1).Begin(1, 0).Write(0, 1, kX).Write(1, 2, kX);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, TimedOutJoinOrdersNothing) {
  RunText run;
  run.Threads(1).Write(1, 1, kX).Join(0, 1);
  run.last().value2 = 110;
  run.Read(0, 2, kX);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, MutexHandOver) {
  RunText run;
  run.Threads(2).Lock(1, kM).Write(1, 1, kX).Unlock(1, kM).Lock(2, kM).Read(2, 2, kX).Unlock(2, kM);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, OtherMutexDoesNotOrder) {
  RunText run;
  run.Threads(2).Lock(1, kM).Write(1, 1, kX).Unlock(1, kM).Lock(2, kN).Read(2, 2, kX).Unlock(2, kN);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, FailedTryLockOrdersNothing) {
  RunText run;
  run.Threads(2).Lock(1, kM).Write(1, 1, kX).Point(2, Kind::kTryLock, 0, kM, 16).Read(2, 2, kX);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, RecursiveMutexReleasesAtDepthZero) {
  RunText run;
  run.Threads(2).Lock(1, kM).Lock(1, kM).Unlock(1, kM);
  run.last().value = 1;
  run.Write(1, 1, kX).Unlock(1, kM).Lock(2, kM).Read(2, 2, kX).Unlock(2, kM);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, ReadersAreNotOrderedWithReaders) {
  RunText run;
  run.Threads(2).Point(1, Kind::kReadLock, 0, kM, 0).Write(1, 1, kX).Point(1, Kind::kRwUnlock, 0, kM, 0);
  run.Point(2, Kind::kReadLock, 0, kM, 0).Write(2, 2, kX).Point(2, Kind::kRwUnlock, 0, kM, 0);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, WriterIsOrderedAfterReaders) {
  RunText run;
  run.Threads(2).Point(1, Kind::kReadLock, 0, kM, 0).Read(1, 1, kX).Point(1, Kind::kRwUnlock, 0, kM, 0);
  run.Point(2, Kind::kWriteLock, 0, kM, 0).Write(2, 2, kX).Point(2, Kind::kRwUnlock, 0, kM, 0);
  run.Point(1, Kind::kReadLock, 0, kM, 0).Read(1, 1, kX).Point(1, Kind::kRwUnlock, 0, kM, 0);
  EXPECT_EQ(Races(run), 0u);
}

TEST(HappensBefore, ReleaseAcquirePublishes) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Store(1, 2, kFlag, memory_order_release).Load(2, 3, kFlag, memory_order_acquire).Read(2, 4, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, RelaxedPublicationIsARace) {
  for (const auto [store, load] :
       {std::pair{memory_order_relaxed, memory_order_acquire}, std::pair{memory_order_release, memory_order_relaxed},
        std::pair{memory_order_relaxed, memory_order_relaxed}}) {
    RunText run;
    run.Threads(2).Write(1, 1, kX).Store(1, 2, kFlag, store).Load(2, 3, kFlag, load).Read(2, 4, kX);
    EXPECT_EQ(Races(run), 1u);
  }
}
TEST(HappensBefore, ReleaseSequenceGoesThroughRelaxedRmw) {
  RunText run;
  run.Threads(3).Write(1, 1, kX).Store(1, 2, kFlag, memory_order_release).Rmw(3, 5, kFlag, memory_order_relaxed);
  run.Load(2, 3, kFlag, memory_order_acquire).Read(2, 4, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, RelaxedStoreEndsTheReleaseSequence) {
  for (const unsigned storer : {1u, 3u}) {
    RunText run;
    run.Threads(3).Write(1, 1, kX).Store(1, 2, kFlag, memory_order_release).Store(storer, 5, kFlag, memory_order_relaxed);
    run.Load(2, 3, kFlag, memory_order_acquire).Read(2, 4, kX);
    EXPECT_EQ(Races(run), 1u);
  }
}
TEST(HappensBefore, FencesOrderAroundRelaxedAccesses) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Fence(1, memory_order_release).Store(1, 2, kFlag, memory_order_relaxed);
  run.Load(2, 3, kFlag, memory_order_relaxed).Fence(2, memory_order_acquire).Read(2, 4, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, FenceOnOneSideOnly) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Fence(1, memory_order_release).Store(1, 2, kFlag, memory_order_relaxed);
  run.Load(2, 3, kFlag, memory_order_relaxed).Read(2, 4, kX);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, FenceBeforeTheWriteDoesNotReleaseIt) {
  RunText run;
  run.Threads(2).Fence(1, memory_order_release).Write(1, 1, kX).Store(1, 2, kFlag, memory_order_relaxed);
  run.Load(2, 3, kFlag, memory_order_acquire).Read(2, 4, kX);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, FailedCompareExchangeUsesItsFailureOrder) {
  for (const auto [failure, races] : {std::pair{memory_order_acquire, 0u}, std::pair{memory_order_relaxed, 1u}}) {
    RunText run;
    run.Threads(2).Write(1, 1, kX).Store(1, 2, kFlag, memory_order_release).Load(2, 3, kFlag, memory_order_acq_rel);
    run.last().flags |= abi::kCasFailed;
    run.last().order = static_cast<std::uint8_t>(static_cast<int>(memory_order_acq_rel) | static_cast<int>(failure) << 4);
    run.Read(2, 4, kX);
    EXPECT_EQ(Races(run), races);
  }
}
TEST(HappensBefore, WiderLoadAcquiresFromBothHalves) {  // libstdc++'s shared_ptr looks at both counts at once
  RunText run;
  run.Threads(2).Write(1, 1, kX).Rmw(1, 2, kFlag + 4, memory_order_acq_rel).Load(2, 3, kFlag, memory_order_acquire, 8);
  run.Write(2, 4, kX);
  EXPECT_EQ(Races(run), 0u);
}

TEST(HappensBefore, ConditionVariable) {
  RunText run;
  run.Threads(2).Lock(2, kM).Wait(2, kCond, kM).Lock(1, kM).Write(1, 1, kX).Unlock(1, kM).Write(1, 3, kY);
  run.Signal(1, kCond, 3).Woken(2, kCond, kM).Read(2, 2, kX).Read(2, 4, kY).Unlock(2, kM);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, TimedOutWaitIsOrderedByTheMutexOnly) {
  RunText run;
  run.Threads(2).Lock(2, kM).Wait(2, kCond, kM).Write(1, 3, kY).Signal(1, kCond, 0).Woken(2, kCond, kM, 1).Read(2, 4, kY);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, BroadcastOrdersAllWaiters) {
  RunText run;
  run.Threads(3).Lock(2, kM).Wait(2, kCond, kM).Lock(3, kM).Wait(3, kCond, kM).Write(1, 1, kX);
  run.Point(1, Kind::kBroadcast, 0, kCond, 2).Woken(2, kCond, kM).Read(2, 2, kX).Unlock(2, kM).Woken(3, kCond, kM).Read(3, 3, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, Semaphore) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Point(1, Kind::kSemPost, 0, kM, 1).Point(2, Kind::kSemWait, 0, kM, 0).Read(2, 2, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, FailedSemaphoreTryOrdersNothing) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Point(1, Kind::kSemPost, 0, kM, 1).Point(2, Kind::kSemWait, 0, kM, 11).Read(2, 2, kX);
  EXPECT_EQ(Races(run), 1u);
}
TEST(HappensBefore, BarrierOrdersItsGenerations) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Point(1, Kind::kBarrierArrive, 0, kM, 0).Point(2, Kind::kBarrierArrive, 0, kM, 0);
  run.Point(2, Kind::kBarrierLeave, 0, kM, 0).Write(2, 2, kX).Point(2, Kind::kBarrierArrive, 0, kM, 1);
  run.Point(1, Kind::kBarrierLeave, 0, kM, 0).Write(1, 3, kX);
  EXPECT_EQ(Races(run), 1u);  // 2 against 3: thread 1 has left the first generation only
}
TEST(HappensBefore, Once) {
  RunText run;
  run.Threads(2).Point(1, Kind::kOnceRun, 0, kM, 0).Write(1, 1, kX).Point(1, Kind::kOnceEnd, 0, kM, 0);
  run.Point(2, Kind::kOnceReturn, 0, kM, 0).Read(2, 2, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, GuardReadInline) {  // the compiler's fast path of a static local
  RunText run;
  run.Threads(2).Point(1, Kind::kOnceRun, 0, kM, 0).Write(1, 1, kX).Point(1, Kind::kOnceEnd, 0, kM, 0);
  run.Load(2, 5, kM, memory_order_acquire, 1).Read(2, 2, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, StackOfADetachedThreadIsReused) {
  const auto info = [](unsigned tid, unsigned slot) {
    abi::Event e{};
    e.kind = Kind::kThreadInfo, e.tid = static_cast<std::uint16_t>(tid), e.obj = slot;
    return e;
  };
  RunText run;
  run.Create(0, 1);
  abi::Event created = run.last();
  run.last() = info(1, 1);
  run.Create(0, 1);
  run.Begin(1, 0).Write(1, 1, kX).End(1).Create(0, 2);
  created = run.last();
  run.last() = info(2, 1);
  run.Create(0, 2).Begin(2, 0).Write(2, 2, kX);
  EXPECT_EQ(Races(run), 0u);
}
TEST(HappensBefore, ManyThreads) {
  RunText run;
  run.Threads(100);
  for (unsigned t = 1; t <= 100; ++t) run.Lock(t, kM).Write(t, 1, kX).Unlock(t, kM);
  EXPECT_EQ(Races(run), 0u);
  run.Write(50, 2, kX);
  EXPECT_EQ(Races(run), 1u);
}

}  // namespace
}  // namespace reweave::detect
