// What failing runs become, on hand-written runs.
#include "explore/finding_keeper.h"

#include <gtest/gtest.h>

#include "detect/testing.h"

namespace reweave::inline explore {
namespace {

class FindingKeeperTest : public testing::Test {
 protected:
  static Trace Failing(abi::EndKind how = abi::EndKind::kAssert) {
    detect::RunText run;
    run.Threads(2).Write(1, 1, 0x1000);
    return run.Trace(how);
  }
  FindingKeeper Make() {
    return {
        options_,
        names_,
        {.write = [this](const Trace&, const Plan&, const std::vector<ScheduleFor>& wanted) -> Result<std::vector<std::string>> {
           ++written_;
           return std::vector{"/out/" + wanted.at(0).finding->id + ".rws"};
         },
         .suppressed = [](const Finding&) { return false; },
         .say = [this](const std::string& text) { said_.push_back(text); },
         .most_strays = 2}};
  }

  ExploreOptions options_;
  SiteNames names_;
  Plan plan_;
  int written_ = 0;
  std::vector<std::string> said_;
};

TEST_F(FindingKeeperTest, OneFindingWithACountAndOneSchedule) {
  FindingKeeper keeper = Make();
  EXPECT_TRUE(*keeper.Keep({Failing(), plan_, 0, 1}));  // a run that is no schedule fails like any other
  EXPECT_TRUE(*keeper.Keep({Failing(), plan_, 4, 5}));
  EXPECT_TRUE(*keeper.Keep({Failing(), plan_, 5, 6}));
  EXPECT_EQ(keeper.TakeNews().size(), 1u);
  ExploreResult result;
  keeper.Finish(result);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].first_schedule, 4u);
  EXPECT_EQ(result.findings[0].first_execution, 1u);
  EXPECT_EQ(result.findings[0].occurrences, 2u);
  EXPECT_EQ(written_, 1);
}
TEST_F(FindingKeeperTest, OnlyCountedSchedulesEndASearchThatCountsItsOwn) {
  options_.end_at_counted = true;
  FindingKeeper keeper = Make();
  EXPECT_FALSE(*keeper.Keep({Failing(), plan_, 0, 1}));
  EXPECT_TRUE(*keeper.Keep({Failing(), plan_, 1, 2}));
}
TEST_F(FindingKeeperTest, WhatWasKnownBeforeDoesNotEndIt) {
  FindingKeeper keeper = Make();
  EXPECT_TRUE(*keeper.Keep({Failing(), plan_, 1, 1}));
  keeper.ExpectAgain();
  EXPECT_FALSE(*keeper.Keep({Failing(), plan_, 2, 2}));
}
TEST_F(FindingKeeperTest, StraysAreFindingsAndTooManyAreSaid) {
  FindingKeeper keeper = Make();
  EXPECT_TRUE(*keeper.Keep({Failing(), plan_, 1, 1}));
  ExploreResult result;
  keeper.Finish(result);
  using abi::EndKind;
  for (const EndKind how : {EndKind::kAssert, EndKind::kDeadlock, EndKind::kDeadlock, EndKind::kSignal, EndKind::kExit})
    keeper.KeepStray({Failing(how), plan_, 1, 1}, result.findings);
  keeper.TakeStrays(result);
  ASSERT_EQ(result.findings.size(), 3u);
  EXPECT_EQ(result.findings[1].kind, FindingKind::kDeadlock);
  EXPECT_EQ(written_, 3);  // a known finding's schedule is not written over
  ASSERT_EQ(said_.size(), 1u);
  EXPECT_NE(said_[0].find("1 more failing run was seen"), std::string::npos) << said_[0];
}

TEST_F(FindingKeeperTest, AStrayThatNeedsADelayIsListedAsTiming) {
  FindingKeeper keeper = Make();
  Trace delayed = Failing();
  abi::Event early = delayed.events.front();
  early.kind = abi::EventKind::kEarly, early.value = 1'000'000, early.value2 = 0xffff;
  delayed.events.insert(delayed.events.end() - 1, early);
  ExploreResult result;
  keeper.KeepStray({delayed, plan_, 1, 1}, result.findings);
  keeper.TakeStrays(result);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.timing.size(), 1u);
  options_.timing_fails = true;
  FindingKeeper strict = Make();
  strict.KeepStray({delayed, plan_, 1, 1}, result.findings);
  strict.TakeStrays(result);
  EXPECT_EQ(result.findings.size(), 1u);
}

}  // namespace
}  // namespace reweave::inline explore
