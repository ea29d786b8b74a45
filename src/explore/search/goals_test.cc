#include "explore/search/goals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "abi/hold_objects.h"
#include "detect/testing.h"

namespace reweave::inline search {
namespace {

using detect::RunText;
constexpr std::uint64_t kA = 0x1000, kB = 0x1004, kM = 0x2000;

std::vector<Goals::Holds> All(Goals& goals) {
  std::vector<Goals::Holds> out;
  for (auto holds = goals.Next(); !holds.empty(); holds = goals.Next()) out.push_back(holds);
  return out;
}
bool Has(const Goals::Holds& holds, unsigned first, unsigned then) {
  return std::ranges::any_of(holds, [&](const abi::Hold& h) { return h.first_site == first && h.then_site == then; });
}

// Thread 1 sets a, then b; thread 2 reads a, then b.
TEST(Goals, ACheckAsksForTheCombinationOfSourcesThatNoRunShowed) {
  Goals goals;
  RunText before, after;
  before.Threads(2).Read(2, 20, kA).Read(2, 21, kB).Write(1, 10, kA).Write(1, 11, kB);
  after.Threads(2).Write(1, 10, kA).Write(1, 11, kB).Read(2, 20, kA).Read(2, 21, kB);
  EXPECT_GT(goals.Observe(before.Trace()), 0u);
  EXPECT_GT(goals.Observe(after.Trace()), 0u);
  EXPECT_EQ(goals.Observe(after.Trace()), 0u);
  const auto all = All(goals);
  // a of the setter, b of nobody: the reader waits for the first write, the setter for the second read.
  EXPECT_TRUE(std::ranges::any_of(all, [](const auto& g) { return g.size() == 2 && Has(g, 10, 20) && Has(g, 21, 11); }));
}

TEST(Goals, AThreadIsHeldBeforeItTakesTheLockThatTheOtherNeeds) {
  Goals goals;
  RunText run;
  run.Threads(2).Lock(1, kM, 9).Write(1, 10, kA).Unlock(1, kM).Lock(2, kM, 19).Read(2, 20, kA).Unlock(2, kM);
  goals.Observe(run.Trace());
  const auto all = All(goals);
  EXPECT_TRUE(std::ranges::any_of(all, [](const auto& g) { return Has(g, 20, 9); }));
  EXPECT_FALSE(std::ranges::any_of(all, [](const auto& g) { return Has(g, 20, 10); }));
}

TEST(Goals, WhatCreationAndJoinOrderIsNotAskedFor) {
  Goals goals;
  RunText run;
  run.Write(0, 5, kA).Create(0, 1).Begin(1, 0).Read(1, 20, kA).End(1).Join(0, 1).Write(0, 6, kA);
  EXPECT_EQ(goals.Observe(run.Trace()), 0u);
  EXPECT_EQ(goals.waiting(), 0u);
}

TEST(Goals, AnAccessBetweenTwoOfAnotherThread) {
  Goals goals;
  RunText run;
  run.Threads(2).Read(1, 10, kA).Write(1, 11, kA).Write(2, 20, kA).Read(1, 12, kA);
  goals.Observe(run.Trace());
  RunText other;
  other.Threads(2).Write(2, 20, kA).Read(1, 10, kA).Write(1, 11, kA);
  goals.Observe(other.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return Has(g, 10, 20) && Has(g, 20, 11); }));
}

// Readers of a lock do not keep each other out.
TEST(Goals, AnAccessBetweenTwoUnderALockThatIsHeldForReading) {
  Goals goals;
  RunText run;
  for (const unsigned t : {1u, 2u}) {
    if (t == 1) run.Threads(2);
    run.Point(t, abi::EventKind::kReadLock, 9, kM, 1).Read(t, 10, kA).Write(t, 11, kA, 4, t);
    run.Point(t, abi::EventKind::kRwUnlock, 12, kM, 0);
  }
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return Has(g, 10, 11); }));
}

// A block of two fields is freed: whoever accessed one of them, and races with it, is asked first to come after it.
TEST(Goals, AnAccessAfterItsBlockWasFreedIsAskedForFirst) {
  Goals goals;
  RunText run;
  run.Threads(3).Read(3, 30, 0x5000).Write(1, 10, 0x5000).Read(2, 20, kB).Write(3, 21, kA, 8);
  run.last().flags |= abi::kRange | abi::kNoValue;
  goals.Observe(run.Trace());
  const auto all = All(goals);
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(Has(all.front(), 21, 20));
}

// The pointer was read under a lock, and whoever frees takes it away under the same lock before.
TEST(Goals, WhoFreesWaitsForTheReadThatLedToTheAccess) {
  Goals goals;
  RunText run;
  run.Threads(2).Lock(1, kM, 9).Read(1, 10, kA, 4, 8).Unlock(1, kM).Write(1, 11, 0x5000);
  run.Lock(2, kM, 19).Write(2, 20, kA, 4, 0).Unlock(2, kM).Write(2, 21, 0x5000, 4);
  run.last().flags |= abi::kRange | abi::kNoValue;
  goals.Observe(run.Trace());
  const auto all = All(goals);
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(Has(all.front(), 21, 11));
  EXPECT_TRUE(Has(all.front(), 10, 19));
}

TEST(Goals, WhatALockOrderedBeforeTheBlockWasFreedIsNotAskedForFirst) {
  Goals goals;
  RunText run;
  run.Threads(2)
      .Lock(1, kM, 9)
      .Read(1, 10, kA)
      .Read(1, 11, kB)
      .Unlock(1, kM)
      .Lock(2, kM, 19)
      .Write(2, 20, kB, 4, 7)
      .Write(2, 21, kA, 4);
  run.last().flags |= abi::kRange | abi::kNoValue;
  goals.Observe(run.Trace());
  const auto all = All(goals);
  ASSERT_FALSE(all.empty());
  EXPECT_FALSE(Has(all.front(), 21, 9));
}

// In the only run so far the other thread came after both, and had it come first there would be no second access.
TEST(Goals, AnAccessBetweenTwoIsAskedForWhereverItCame) {
  Goals goals;
  RunText run;
  run.Threads(2).Read(1, 10, kA).Read(1, 11, kA).Write(2, 20, kA, 4, 64);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return Has(g, 10, 20) && Has(g, 20, 11); }));
}

// A consumer sees nothing, a producer brings something, the consumer sees it: another consumer may take it before.
TEST(Goals, AValueThatAThreadWaitedForMayBeTakenBack) {
  Goals goals;
  RunText run;
  run.Threads(3).Read(1, 10, kA, 4, 0).Write(2, 20, kA, 4, 1).Read(1, 11, kA, 4, 1).Write(3, 30, kA, 4, 0);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(
      All(goals), [](const auto& g) { return g.size() == 3 && Has(g, 10, 20) && Has(g, 20, 30) && Has(g, 30, 11); }));
}

TEST(Goals, ThreadsOfTheSameCodeWaitForEachOtherBetweenReadAndWrite) {
  Goals goals;
  RunText run;
  run.Threads(2).Read(1, 10, kA).Write(1, 11, kA, 4, 1).Read(2, 10, kA, 4, 1).Write(2, 11, kA, 4, 2);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return g.size() == 1 && Has(g, 10, 11); }));
}

// The same where each looks again at what it has just written.
TEST(Goals, ThreadsOfTheSameCodeWaitForEachOtherBetweenWriteAndRead) {
  Goals goals;
  RunText run;
  run.Threads(2).Write(1, 10, kA, 4, 1).Read(1, 11, kA, 4, 1).Write(2, 10, kA, 4, 2).Read(2, 11, kA, 4, 2);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return g.size() == 1 && Has(g, 10, 11); }));
}

TEST(Goals, AtomicsMayHandOverInAnotherOrder) {
  constexpr auto kOrder = std::memory_order_seq_cst;
  Goals goals;
  RunText run;
  run.Threads(2).Write(1, 10, kA, 4, 1).Store(1, 11, kB, kOrder).Load(2, 20, kB, kOrder).Read(2, 21, kA, 4, 1);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return Has(g, 21, 10); }));
}

TEST(Goals, WhatAnotherRunWroteCanComeBetween) {
  Goals goals;
  RunText write, reads;
  write.Threads(2).Write(1, 10, kA, 4, 7).Read(2, 20, kA, 4, 7);
  reads.Threads(2).Read(2, 20, kA).Read(2, 21, kA);
  goals.Observe(write.Trace());
  goals.Observe(reads.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return Has(g, 20, 10) && Has(g, 10, 21); }));
}

// The writes of a loop stand at one place: the goal names the locations.
TEST(Goals, ALoopIsHeldAtOneOfItsLocations) {
  Goals goals;
  RunText run;
  run.Threads(2).Write(1, 10, kA, 4, 1).Write(1, 10, kB, 4, 1).Read(2, 20, kA, 4, 1).Read(2, 21, kB, 4, 1);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) {
    const auto about = [&](std::uint64_t first, std::uint64_t then) {
      return std::ranges::any_of(g, [&](const abi::Hold& h) {
        return h.first_site == abi::kHoldObjects && h.first_caller == first && h.then_caller == then;
      });
    };
    return g.size() == 4 && Has(g, 10, 20) && Has(g, 21, 10) && about(kA, 0) && about(0, kB);
  }));
}

// Three threads count under a lock, a fourth one reads after all of them: it is asked to read after exactly one.
TEST(Goals, AReaderOfACountIsAskedToComeAfterOneOfMany) {
  Goals goals;
  RunText run;
  run.Threads(4);
  for (unsigned t = 1; t <= 3; ++t) run.Lock(t, kM, 9).Read(t, 10, kA, 4, t - 1).Write(t, 11, kA, 4, t).Unlock(t, kM);
  run.Lock(4, kM, 19).Read(4, 20, kA, 4, 3).Unlock(4, kM);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) {
    const auto once = [](const abi::Hold& h) { return h.first_site == abi::kHoldObjects && h.then_site == 1; };
    return Has(g, 11, 19) && Has(g, 20, 9) && std::ranges::any_of(g, once);
  }));
}

TEST(Goals, AReaderOfACountIsAskedOnceToComeAfterAllOthers) {
  Goals goals;
  RunText run;
  run.Threads(3).Lock(3, kM, 19).Read(3, 20, kA).Unlock(3, kM);
  for (unsigned t = 1; t <= 2; ++t) run.Lock(t, kM, 9).Read(t, 10, kA, 4, t - 1).Write(t, 11, kA, 4, t).Unlock(t, kM);
  goals.Observe(run.Trace());
  int asked = 0, last = 0, now = 0;
  for (auto holds = goals.Next(); !holds.empty(); holds = goals.Next()) {
    ++now;
    if (holds.size() == 1 && Has(holds, abi::kHoldToTheEnd, 19)) ++asked, last = now;
    goals.Observe(run.Trace(), holds);
  }
  EXPECT_EQ(asked, 1) << last;
}

// Two threads count in a loop: what comes between a read and the write of what was read is asked for first.
TEST(Goals, LostUpdatesAreAskedForBeforeOtherSplits) {
  Goals goals;
  RunText run;
  run.Threads(2);
  for (unsigned t = 1; t <= 2; ++t)
    for (unsigned i = 0; i < 5; ++i) run.Read(t, 10, kA, 4, 5 * t - 5 + i).Write(t, 11, kA, 4, 5 * t - 4 + i);
  goals.Observe(run.Trace());
  EXPECT_TRUE(Has(goals.Next(), 10, 11));
}

TEST(Goals, WhereAllWriteTheSameOneOfManyIsNotAskedFor) {
  Goals goals;
  RunText run;
  run.Threads(4);
  for (unsigned t = 1; t <= 3; ++t) run.Lock(t, kM, 9).Write(t, 11, kA, 4, 7).Unlock(t, kM);
  run.Lock(4, kM, 19).Read(4, 20, kA, 4, 7).Unlock(4, kM);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::none_of(All(goals), [](const auto& g) {
    return std::ranges::any_of(g, [](const abi::Hold& h) { return h.first_site == abi::kHoldObjects; });
  }));
}

TEST(Goals, SplitsAtOtherPlacesAreAskedForTogether) {
  constexpr std::uint64_t kC = 0x1010;
  Goals goals;
  RunText run;
  run.Threads(3).Read(1, 10, kA).Read(1, 11, kA).Write(2, 20, kA, 4, 64).Read(3, 30, kC).Read(3, 31, kC).Write(2, 21, kC, 4, 64);
  goals.Observe(run.Trace());
  const auto all = All(goals);
  const auto one = [](const auto& g) { return Has(g, 10, 20) && Has(g, 20, 11); };
  const auto other = [](const auto& g) { return Has(g, 30, 21) && Has(g, 21, 31); };
  EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& g) { return one(g) && other(g); }));
  EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& g) { return one(g) && !other(g); })) << "alone, too";
}

// What shared a run may have been kept from coming true by the other one: it was not asked for yet.
TEST(Goals, WhatSharedARunIsAskedForAloneInItsTurn) {
  constexpr std::uint64_t kC = 0x1010, kMore = 0x3000;
  Goals goals;
  RunText run;
  run.Threads(5).Read(1, 10, kA).Read(1, 11, kA).Write(2, 20, kA, 4, 64).Read(3, 30, kC).Read(3, 31, kC).Write(2, 21, kC, 4, 64);
  for (unsigned i = 0; i < 12; ++i) run.Write(4, 40 + i, kMore + 8 * i, 4, 1).Read(5, 60 + i, kMore + 8 * i, 4, 1);
  goals.Observe(run.Trace());
  const auto all = All(goals);
  const auto one = [](const auto& g) { return Has(g, 10, 20) && Has(g, 20, 11); };
  const auto other = [](const auto& g) { return Has(g, 30, 21) && Has(g, 21, 31); };
  const auto alone_at = [&](auto first, auto second) {
    return std::ranges::find_if(all, [&](const auto& g) { return first(g) && !second(g); }) - all.begin();
  };
  // Before all orders of the two other threads were asked for.
  const auto last_order = std::ranges::find_if(all, [](const auto& g) { return g.size() == 1 && Has(g, 71, 51); }) - all.begin();
  ASSERT_LT(last_order, std::ssize(all));
  EXPECT_TRUE(std::ranges::any_of(all, [&](const auto& g) { return one(g) && other(g); }));
  EXPECT_LT(alone_at(one, other), last_order);
  EXPECT_LT(alone_at(other, one), last_order);
}

// Threads 1 and 2 each take two permits of one semaphore, which has two.
TEST(Goals, WhoWaitsWithAPermitIsAskedToWaitForAllOthers) {
  using enum abi::EventKind;
  Goals goals;
  RunText run;
  run.Threads(3);
  for (const unsigned t : {1u, 2u})
    run.Point(t, kSemWait, 10, kA, 0).Point(t, kSemWait, 11, kA, 0).Point(t, kSemPost, 12, kA, 1).Point(t, kSemPost, 13, kA, 2);
  goals.Observe(run.Trace());
  const auto all = All(goals);
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(Has(all.front(), abi::kHoldToTheEnd, 11));
  EXPECT_TRUE(std::ranges::none_of(all, [](const auto& g) { return Has(g, abi::kHoldToTheEnd, 10); }));
}

TEST(Goals, WhatIsNoPermitThatOthersNeedIsNotHeld) {
  using enum abi::EventKind;
  Goals goals;
  RunText run;  // what 1 takes, 2 gives; only 1 takes permits of kB; 3 does not wait
  run.Threads(3).Point(2, kSemPost, 20, kA, 1).Point(2, kSemWait, 21, kM, 0);
  run.Point(1, kSemWait, 10, kA, 0).Point(1, kSemWait, 11, kB, 0);
  run.Point(1, kSemWait, 12, kA, 0).Point(1, kSemPost, 13, kB, 1).Point(3, kSemWait, 30, kM, 0).Point(3, kSemWait, 31, kM, 0);
  run.last().size = 1;
  run.Point(3, kSemPost, 32, kM, 1).Point(3, kSemPost, 33, kM, 2);
  goals.Observe(run.Trace());
  EXPECT_TRUE(std::ranges::none_of(All(goals), [](const auto& g) { return g.front().first_site == abi::kHoldToTheEnd; }));
}

TEST(Goals, WhatARunHasShownMeanwhileIsNotAskedForAgain) {
  Goals goals;
  RunText before, after;
  before.Threads(2).Write(1, 10, kA, 4, 1).Read(2, 20, kA, 4, 1);
  after.Threads(2).Read(2, 20, kA).Write(1, 10, kA, 4, 1);
  goals.Observe(before.Trace());
  EXPECT_GT(goals.waiting(), 0u);
  goals.Observe(after.Trace());
  EXPECT_TRUE(All(goals).empty());
}

// Two threads pass a check that only one should pass; what they do then inside of it needs both holds.
TEST(Goals, WhatADirectedRunCouldShowIsAskedForOnTopOfWhatDirectedIt) {
  Goals goals;
  RunText one_by_one, both_passed;
  one_by_one.Threads(2).Read(1, 10, kA, 4, 1).Write(1, 11, kA, 4, 0).Read(2, 10, kA);
  goals.Observe(one_by_one.Trace());
  const Goals::Holds pass{{10, 0, 11, 0}};
  while (true) {
    const Goals::Holds next = goals.Next();
    ASSERT_FALSE(next.empty());
    if (next.size() == 1 && Has(next, 10, 11)) break;
  }
  both_passed.Threads(2)
      .Read(1, 10, kA, 4, 1)
      .Read(2, 10, kA, 4, 1)
      .Write(2, 11, kA, 4, 0)
      .Write(2, 12, kB, 4, 1)
      .Write(2, 13, kB, 4, 2);
  both_passed.Write(1, 11, kA, 4, 0).Write(1, 12, kB, 4, 1).Write(1, 13, kB, 4, 2);
  goals.Observe(both_passed.Trace(), pass);
  EXPECT_TRUE(std::ranges::any_of(All(goals), [](const auto& g) { return g.size() == 2 && Has(g, 10, 11) && Has(g, 12, 13); }));
}

// What thread 2 found may depend on what thread 1 had done before. Had that come later, there may be no second access.
TEST(Goals, ASplitThatTakesAwayWhatTheFirstAccessSawComesAfterOtherSplits) {
  Goals goals;
  RunText run;
  run.Threads(2).Write(1, 10, kA, 4, 1).Write(2, 19, kA, 4, 2);
  run.Read(2, 20, kA, 4, 2).Write(2, 21, kA, 4, 9).Write(1, 11, kA, 4, 5);
  goals.Observe(run.Trace());
  const auto all = All(goals);
  const auto taken_away = std::ranges::find_if(all, [](const auto& g) { return Has(g, 20, 10) && Has(g, 10, 21); });
  const auto other = std::ranges::find_if(all, [](const auto& g) { return Has(g, 20, 11) && Has(g, 11, 21); });
  ASSERT_NE(other, all.end());
  ASSERT_NE(taken_away, all.end());
  EXPECT_LT(other, taken_away);
}

// Both writes of thread 1 come before the read. To let the read come just before the second keeps more of the run.
TEST(Goals, TheLatestOfTwoStepsIsReversedFirst) {
  Goals goals;
  RunText run;
  run.Threads(2).Write(1, 10, kA, 4, 1).Write(1, 11, kA, 4, 2).Read(2, 20, kA, 4, 2);
  goals.Observe(run.Trace());
  const auto all = All(goals);
  const auto latest = std::ranges::find_if(all, [](const auto& g) { return g.size() == 1 && Has(g, 20, 11); });
  const auto earlier = std::ranges::find_if(all, [](const auto& g) { return g.size() == 1 && Has(g, 20, 10); });
  ASSERT_NE(earlier, all.end());
  EXPECT_LT(latest, earlier);
}

// A prefix has already let some of them through.
TEST(Goals, AfterAPrefixNothingIsAskedOfAllThreadsAtAPlace) {
  const auto one_of_many = [](bool after_prefix) {
    Goals goals;
    RunText run;
    run.Threads(4);
    for (unsigned t = 1; t <= 3; ++t) run.Lock(t, kM, 9).Read(t, 10, kA, 4, t - 1).Write(t, 11, kA, 4, t).Unlock(t, kM);
    run.Lock(4, kM, 19).Read(4, 20, kA, 4, 3).Unlock(4, kM);
    goals.Observe(run.Trace());
    int asked = 0;
    for (auto holds = goals.Next(after_prefix); !holds.empty(); holds = goals.Next(after_prefix))
      asked += Has(holds, abi::kHoldToTheEnd, 19) || Has(holds, abi::kHoldObjects, 1);
    return asked;
  };
  EXPECT_GT(one_of_many(false), 0);
  EXPECT_EQ(one_of_many(true), 0);
}

// The run was directed by "11 waits for 20". The combination it leaves over needs the contrary, so it is asked for alone.
TEST(Goals, TheContraryOfWhatDirectedARunIsNotAskedForOnTopOfIt) {
  Goals goals;
  RunText run, directed;
  run.Threads(2).Write(1, 11, kA, 4, 1).Write(1, 12, kB, 4, 1).Read(2, 20, kA, 4, 1).Read(2, 22, kB, 4, 1);
  goals.Observe(run.Trace());
  Goals::Holds holds;
  do holds = goals.Next();
  while (!holds.empty() && !(holds.size() == 1 && Has(holds, 20, 11)));
  ASSERT_FALSE(holds.empty());
  directed.Threads(2).Read(2, 20, kA).Write(1, 11, kA, 4, 1).Write(1, 12, kB, 4, 1).Read(2, 22, kB, 4, 1);
  goals.Observe(directed.Trace(), holds);
  for (const auto& g : All(goals)) EXPECT_FALSE(Has(g, 20, 11) && Has(g, 11, 20));
}

}  // namespace
}  // namespace reweave::inline search
