#include "detect/races.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "detect/reorder.h"
#include "detect/testing.h"

namespace reweave::detect {
namespace {

using abi::Annotation;
using Kind = abi::EventKind;

constexpr std::uint64_t kX = 0x1000, kY = 0x1100, kM = 0x3000, kN = 0x3040;

std::vector<RacePair> PairsOf(RunText& run) {
  RaceDetector detector;
  detector.Analyse(run.Trace());
  return detector.pairs();
}
std::size_t Count(RunText& run, bool potential) {
  return static_cast<std::size_t>(std::ranges::count(PairsOf(run), potential, &RacePair::potential));
}

TEST(Races, IncrementGivesTwoPairs) {
  RunText run;
  run.Threads(2).Read(1, 10, kX).Write(1, 11, kX).Read(2, 10, kX).Write(2, 11, kX);
  const auto pairs = PairsOf(run);
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].first.site, 11u);
  EXPECT_EQ(pairs[0].second.site, 10u);
  EXPECT_EQ(pairs[1].first.site, 11u);  // with the write it also pairs the read, which is the same pair of places
  EXPECT_EQ(pairs[1].second.site, 11u);
}
TEST(Races, BothAccessesAreNamed) {
  RunText run;
  run.Threads(2).Write(1, 10, kX).Caller(7).Read(2, 20, kX).Caller(8);
  const auto pairs = PairsOf(run);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].first.tid, 1u);
  EXPECT_TRUE(pairs[0].first.write);
  EXPECT_EQ(pairs[0].first.caller, 7u);
  EXPECT_EQ(pairs[0].second.tid, 2u);
  EXPECT_FALSE(pairs[0].second.write);
  EXPECT_EQ(run.Trace().events[pairs[0].second.event].site, 20u);
}
TEST(Races, KeyDoesNotDependOnTheOrder) {
  RunText one, other;
  one.Threads(2).Write(1, 10, kX).Read(2, 20, kX);
  other.Threads(2).Read(2, 20, kX).Write(1, 10, kX);
  EXPECT_EQ(PairsOf(one)[0].key(), PairsOf(other)[0].key());
}
TEST(Races, FaultsInTheFirstPageDoNotRace) {
  RunText run;
  run.Threads(2).Write(1, 10, 16).Write(2, 11, 16);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Races, ReadsDoNotRace) {
  RunText run;
  run.Threads(2).Read(1, 1, kX).Read(2, 2, kX);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Races, AtomicsDoNotRaceWithEachOther) {
  RunText run;
  run.Threads(2).Store(1, 1, kX, std::memory_order_relaxed).Rmw(2, 2, kX, std::memory_order_relaxed);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Races, PlainAgainstAtomicRaces) {
  RunText run;
  run.Threads(2).Store(1, 1, kX, std::memory_order_relaxed).Read(2, 2, kX);
  EXPECT_EQ(Count(run, false), 1u);
}
TEST(Races, PlainWriteBeforePublishingTheAtomicItself) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Store(1, 2, kX, std::memory_order_release).Load(2, 3, kX, std::memory_order_acquire);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Races, BytesNotWords) {
  RunText run;
  run.Threads(2).Write(1, 1, kX, 1).Write(2, 2, kX + 1, 1).Write(1, 3, kX + 2, 2);
  EXPECT_TRUE(PairsOf(run).empty());
  run.Read(2, 4, kX, 4);
  EXPECT_EQ(Count(run, false), 2u);
}
TEST(Races, UnalignedAndRanges) {
  RunText run;
  run.Threads(2).Write(1, 1, kX + 6, 4).Read(2, 2, kX + 8, 1).Write(1, 3, kY, 100).Read(2, 4, kY + 99, 1).Read(2, 5, kY + 100, 1);
  EXPECT_EQ(Count(run, false), 2u);
}
TEST(Races, AllPairsOfALocation) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Write(1, 2, kX).Write(1, 3, kX).Read(2, 4, kX).Read(2, 5, kX);
  EXPECT_EQ(PairsOf(run).size(), 6u);
}

TEST(Races, LockHandOverIsPotential) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Lock(1, kM).Unlock(1, kM).Lock(2, kM).Unlock(2, kM).Read(2, 2, kX);
  EXPECT_EQ(Count(run, false), 0u);
  EXPECT_EQ(Count(run, true), 1u);
}
TEST(Races, CommonLockProtects) {
  RunText run;
  run.Threads(2).Lock(1, kM).Lock(1, kN).Write(1, 1, kX).Unlock(1, kN).Unlock(1, kM);
  run.Lock(2, kN).Read(2, 2, kX).Unlock(2, kN);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Races, SharedHoldsDoNotProtectFromEachOther) {
  RunText run;
  run.Threads(2).Point(1, Kind::kReadLock, 0, kM, 0).Write(1, 1, kX).Point(1, Kind::kRwUnlock, 0, kM, 0);
  run.Lock(1, kN).Unlock(1, kN).Lock(2, kN).Unlock(2, kN);
  run.Point(2, Kind::kReadLock, 0, kM, 0).Read(2, 2, kX).Point(2, Kind::kRwUnlock, 0, kM, 0);
  EXPECT_EQ(Count(run, true), 1u);
}
TEST(Races, SharedHoldProtectsFromAnExclusiveOne) {
  RunText run;
  run.Threads(2).Point(1, Kind::kWriteLock, 0, kM, 0).Write(1, 1, kX).Point(1, Kind::kRwUnlock, 0, kM, 0);
  run.Point(2, Kind::kReadLock, 0, kM, 0).Read(2, 2, kX).Point(2, Kind::kRwUnlock, 0, kM, 0);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Races, SemaphoreOrdersPotentialsToo) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Point(1, Kind::kSemPost, 0, kM, 1).Point(2, Kind::kSemWait, 0, kM, 0).Read(2, 2, kX);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Races, LockHeldSinceBeforeTheRewindPoint) {
  auto preamble = std::make_shared<Preamble>();
  RunText before;
  before.Lock(0, kM);
  preamble->events = before.Trace().events;
  preamble->events.pop_back();
  RunText run;
  run.Threads(1).Write(0, 1, kX).Unlock(0, kM).Lock(1, kM).Write(1, 2, kX).Unlock(1, kM);
  Trace trace = run.Trace();
  trace.preamble = preamble;
  RaceDetector detector;
  for (int i = 0; i < 2; ++i) {
    detector.Analyse(trace);
    EXPECT_TRUE(detector.pairs().empty());
  }
}

TEST(Annotations, BenignRace) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Write(2, 2, kX).Annotate(1, Annotation::kBenignRace, kX, 4).Write(1, 3, kY).Write(2, 4, kY);
  const auto pairs = PairsOf(run);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].address, kY);
}
TEST(Annotations, CustomLockActsAsMutex) {
  RunText run;
  run.Threads(2).Annotate(1, Annotation::kLockAcquire, kM).Write(1, 1, kX).Annotate(1, Annotation::kLockRelease, kM);
  run.Annotate(2, Annotation::kLockAcquire, kM).Write(2, 2, kX).Annotate(2, Annotation::kLockRelease, kM);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Annotations, IgnoreRegionHidesAtomics) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Annotate(2, Annotation::kIgnoreBegin, 0).Load(2, 2, kX, std::memory_order_relaxed);
  run.Annotate(2, Annotation::kIgnoreEnd, 0);
  EXPECT_TRUE(PairsOf(run).empty());
}
TEST(Annotations, PoolAllocationMakesMemoryNew) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Annotate(2, Annotation::kAlloc, kX, 16).Write(2, 2, kX);
  EXPECT_TRUE(PairsOf(run).empty());
}

// --- Side by side ----------------------------------------------------------------------------------------------------

TEST(Reorder, HoldsOneAccessUntilTheOtherIsReached) {
  RunText run;  // ordinals: main 1, 2; thread 1: begin 1, write 2, write 3; thread 2: begin 1, read 2, read 3
  run.Threads(2).Write(1, 1, kX).Write(1, 5, kY + 64).Read(2, 2, kY).Read(2, 3, kX);
  const Trace trace = run.Trace();
  RaceDetector detector;
  detector.Analyse(trace);
  ASSERT_EQ(detector.pairs().size(), 1u);
  const RacePair& pair = detector.pairs()[0];
  const auto plans = AdjacentOrders(trace, pair.first.event, pair.second.event);
  ASSERT_FALSE(plans.empty());
  const auto& s = plans[0].segments;
  ASSERT_GE(s.size(), 3u);
  EXPECT_EQ(s[s.size() - 3].tid, 2u);   // thread 2 comes to its access
  EXPECT_EQ(s[s.size() - 3].until, 3u);
  EXPECT_EQ(s[s.size() - 2].tid, 1u);   // thread 1 makes its own
  EXPECT_EQ(s[s.size() - 2].until, 3u);
  EXPECT_EQ(s[s.size() - 1].tid, 2u);
  EXPECT_EQ(s[s.size() - 1].until, abi::kUntilTail);
}
TEST(Reorder, NothingToDoWhenOneNeedsTheOther) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Point(1, Kind::kSemPost, 0, kM, 1).Point(2, Kind::kSemWait, 0, kM, 0).Read(2, 2, kX);
  const Trace trace = run.Trace();
  EXPECT_TRUE(AdjacentOrders(trace, 5, 8).empty());
}
TEST(Reorder, AdjacentMeansNoPointBetween) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Annotate(1, Annotation::kTask, 0).Read(2, 2, kX).Read(2, 3, kY);
  const Trace trace = run.Trace();
  EXPECT_TRUE(AreAdjacent(trace, {1, 2}, {2, 2}));
  EXPECT_TRUE(AreAdjacent(trace, {2, 2}, {1, 2}));
  EXPECT_FALSE(AreAdjacent(trace, {1, 2}, {2, 3}));
  EXPECT_FALSE(AreAdjacent(trace, {1, 2}, {2, 9}));
}
TEST(Reorder, AdjacentMeansTheSameBytes) {
  RunText run;
  run.Threads(2).Write(1, 1, kX).Read(2, 2, kY).Write(1, 3, kY);
  const Trace trace = run.Trace();
  EXPECT_FALSE(AreAdjacent(trace, {1, 2}, {2, 2}));
  EXPECT_FALSE(AreConcurrent(trace, {1, 2}, {2, 2}));
  EXPECT_TRUE(AreConcurrent(trace, {1, 3}, {2, 2}));
}

}  // namespace
}  // namespace reweave::detect
