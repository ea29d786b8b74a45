// The stage that explores, with an engine and a clock of its own: who gets how much time, and what counts as new.
#include "check/exploration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "check/exploration_fixture.h"
#include "report/check_verdict.h"

namespace reweave::inline check {
namespace {

TEST_F(ExplorationTest, EveryTestGetsTheLeastShareBeforeAnyGetsMore) {
  for (int i = 0; i < 10; ++i) Add("t" + std::to_string(i));
  input_.chosen[3].weight = 1000;
  const auto rows = Run(seconds(20));
  ASSERT_GE(calls_.size(), 20u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(calls_[i].schedules, kEnoughSchedules) << i;
  for (const CheckedTest& row : rows) EXPECT_EQ(GapOf(row), "") << row.name;
  EXPECT_GT(rows[3].schedules, 10 * rows[4].schedules);
}

TEST_F(ExplorationTest, TheBudgetIsKept) {
  for (int i = 0; i < 7; ++i) Add("t" + std::to_string(i), true);
  const auto begin = now_;
  Run(seconds(10));
  EXPECT_LE(now_ - begin, seconds(10) + milliseconds(500));
  EXPECT_GE(now_ - begin, seconds(5));
}

// Whoever has a new finding does not wait for the rest of the budget to hear what the change fixed.
TEST_F(ExplorationTest, ANewFindingEndsTheCheckSoon) {
  for (int i = 0; i < 40; ++i) Add("t" + std::to_string(i), true);
  shows_["new/t0"] = {Race("a", "x")};
  run_ = milliseconds(100);
  const auto begin = now_;
  const auto rows = Run(seconds(600));
  EXPECT_TRUE(rows[0].findings.at(0).is_new);
  EXPECT_LE(now_ - begin, seconds(60));
}

// "0 schedules, 1 new finding" is hard to believe.
TEST_F(ExplorationTest, ARunThatFailedBeforeTheSearchCounts) {
  Add("t");
  engine_.explore = [](const ExploreOptions&) -> Result<ExploreResult> {
    ExploreResult result;
    result.executions = 1, result.findings = {Race("a", "x")}, result.stopped_by = StoppedBy::kFailure;
    return result;
  };
  const auto rows = Run(seconds(10));
  ASSERT_EQ(rows[0].findings.size(), 1u);
  EXPECT_EQ(rows[0].schedules, 1u);
}

// Runs that nobody would end: they must be told when the budget is over, whatever they are made for.
TEST_F(ExplorationTest, WhatIsFoundAtTheEndIsComparedInsideTheBudget) {
  for (int i = 0; i < 30; ++i) {
    Add("t" + std::to_string(i), true);
    shows_["new/t" + std::to_string(i)] = shows_["old/t" + std::to_string(i)] = {Race("a", "x")};
  }
  run_ = milliseconds(500);
  const auto begin = now_;
  Run(seconds(60));
  EXPECT_LE(now_ - begin, seconds(62));
}

TEST_F(ExplorationTest, TooLittleTimeIsTold) {
  run_ = seconds(1);
  for (int i = 0; i < 50; ++i) Add("t" + std::to_string(i));
  const auto rows = Run(seconds(10));
  EXPECT_GT(std::ranges::count(rows, TestState::kNoTime, &CheckedTest::state), 30);
  for (const CheckedTest& row : rows) EXPECT_NE(GapOf(row), "") << row.name;
}

// With an equal share for everybody nobody would get anywhere.
TEST_F(ExplorationTest, WithTooManyTestsTheFirstOnesAreSearchedEnough) {
  run_ = milliseconds(30);  // 3 s for a test, 300 s for all
  for (int i = 0; i < 100; ++i) Add("t" + std::to_string(i));
  const auto rows = Run(seconds(100));
  for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(GapOf(rows[i]), "") << i;
  EXPECT_LE(std::ranges::count_if(rows, [](const CheckedTest& row) { return row.schedules > 0 && !GapOf(row).empty(); }), 2)
      << "a test that is begun is searched";
}

TEST_F(ExplorationTest, WhatTheOldVersionShowsIsOld) {
  Add("same", true), Add("broken", true), Add("repaired", true);
  shows_["new/same"] = shows_["old/same"] = {Race("a", "x")};
  shows_["old/same"][0].id = "another block";
  shows_["new/broken"] = {Race("b", "y")};
  shows_["old/repaired"] = {Race("c", "z")};
  input_.mode = CheckMode::kDeep;  // else the new one ends it all
  const auto rows = Run(seconds(60));
  ASSERT_EQ(rows[0].findings.size(), 1u);
  EXPECT_FALSE(rows[0].findings[0].is_new);
  ASSERT_EQ(rows[1].findings.size(), 1u);
  EXPECT_TRUE(rows[1].findings[0].is_new);
  ASSERT_EQ(rows[2].fixed.size(), 1u);
  EXPECT_EQ(rows[2].fixed[0].id, "c");
}

// A failure that needs a delay does not fail the check; that it is new is said.
TEST_F(ExplorationTest, NewFailuresThatNeedADelayAreKept) {
  Add("broken", true), Add("same", true), Add("soon", true), Add("early", true), Add("alone");
  const auto delayed = [](const char* delay) {
    Finding finding = Ended("deadlock", "lost wakeup");
    finding.id = "with " + std::string(delay), finding.message += " (needs a delay of more than " + std::string(delay) + ")";
    return finding;
  };
  for (const char* name : {"broken", "same", "soon", "alone"})
    delayed_[std::string("new/") + name] = {delayed("2 s in thread 0")};
  delayed_["old/same"] = {delayed("1 s in thread 0.1")};
  shows_["old/soon"] = {Ended("deadlock", "lost wakeup")};  // without a delay
  delayed_["old/early"] = {delayed("2 s in thread 0")};
  shows_["new/early"] = {Ended("deadlock", "lost wakeup")};  // needed one before
  const auto rows = Run(seconds(60));
  EXPECT_EQ(rows[0].timing.size(), 1u);
  EXPECT_TRUE(rows[0].findings.empty());
  EXPECT_TRUE(rows[1].timing.empty() && rows[1].findings.empty());
  EXPECT_TRUE(rows[2].timing.empty() && rows[2].findings.empty());
  ASSERT_EQ(rows[3].findings.size(), 1u);
  EXPECT_TRUE(rows[3].findings[0].is_new);
  EXPECT_EQ(rows[4].timing.size(), 1u);
}

// The old version shows a failure that the new one does not, in as many schedules. Whether it is gone is asked by the old one's
// schedule.
TEST_F(ExplorationTest, WhatTheNewVersionShowsByTheOldSchedulesIsNotFixed) {
  Add("lucky", true), Add("repaired", true), Add("unknown", true);
  for (const char* name : {"lucky", "repaired", "unknown"}) {
    shows_[std::string("old/") + name] = {Ended("assert")};
    shows_[std::string("old/") + name][0].schedule_file = name;
  }
  engine_.follow = [](const TargetOptions&, const std::string& file, const std::string&) -> Result<std::vector<Finding>> {
    if (file == "unknown") return Fail(ErrorCategory::kTarget, "cannot be followed");
    return file == "lucky" ? std::vector<Finding>{Ended("assert")} : std::vector<Finding>();
  };
  input_.mode = CheckMode::kDeep;
  const auto rows = Run(seconds(60));
  EXPECT_TRUE(rows[0].fixed.empty());
  ASSERT_EQ(rows[0].findings.size(), 1u) << "what was executed is reported";
  EXPECT_FALSE(rows[0].findings[0].is_new);
  EXPECT_EQ(rows[1].fixed.size(), 1u);
  EXPECT_TRUE(rows[2].fixed.empty()) << "nobody can say";
}

TEST_F(ExplorationTest, TheComparisonCountsSchedulesAndCausesOnce) {
  Add("t", true);
  for (int i = 0; i < 82; ++i) shows_["new/t"].push_back(Race("id" + std::to_string(i), "x"));
  const auto rows = Run(seconds(60));
  EXPECT_EQ(rows[0].findings.size(), 82u);
  EXPECT_EQ(CallsOf("old/t"), 1u);
  const auto base = std::ranges::find(calls_, "old/t", &Call::program);
  EXPECT_EQ(base->schedules, 500u);
}

TEST_F(ExplorationTest, WhatTheOldVersionOfOneTestShowsIsNotSearchedForAgain) {
  for (const char* name : {"t0", "t1", "t2"}) {
    Add(name, true);
    shows_[std::string("new/") + name] = shows_[std::string("old/") + name] = {Race("id", "x")};
  }
  input_.mode = CheckMode::kFast;
  for (const CheckedTest& row : Run(seconds(60))) {
    ASSERT_EQ(row.findings.size(), 1u) << row.name;
    EXPECT_FALSE(row.findings[0].is_new) << row.name;
  }
  EXPECT_EQ(CallsOf("old/t0"), 1u);
  EXPECT_EQ(CallsOf("old/t1") + CallsOf("old/t2"), 0u);
}

TEST_F(ExplorationTest, ARunThatDoesNotEndIsNoFinding) {
  Add("t", true);
  shows_["new/t"] = {Ended("timeout", "wall")};
  const auto rows = Run(seconds(10));
  EXPECT_TRUE(rows[0].findings.empty());
  EXPECT_THAT(GapOf(rows[0]), testing::HasSubstr("no progress"));
  EXPECT_GT(rows[0].schedules, 1u) << "the search goes on";
}

TEST_F(ExplorationTest, AFailureThatNoReplayShowsIsNoFindingAndNoPass) {
  Finding once = Ended("assert");
  once.unrepeated = true, once.schedule_file = "once.rws";
  Add("t0", true);
  Add("t1", true);
  shows_["new/t0"] = {once};
  const auto rows = Run(seconds(10));
  EXPECT_TRUE(rows[0].findings.empty());
  EXPECT_GE(rows[0].schedules, kEnoughSchedules) << "it does not end the search";
  EXPECT_THAT(GapOf(rows[0]), testing::HasSubstr("assert: assert, schedule once.rws"));
  EXPECT_EQ(GapOf(rows[1]), "");
}

// On a loaded machine the old version may have no time to show what the new one shows in its 400th schedule.
TEST_F(ExplorationTest, AFindingThatWasHardlyComparedIsNoFindingAndNoPass) {
  Add("late", true);
  Finding late = Race("a", "x");
  late.first_schedule = 400, late.schedule_file = "late.rws";
  shows_["new/late"] = {late};
  run_ = seconds(1);
  auto rows = Run(seconds(300));
  EXPECT_TRUE(rows[0].findings.empty());
  EXPECT_THAT(GapOf(rows[0]), testing::HasSubstr("may be old: race: , schedule late.rws (it took 400 runs to find"));
  input_ = {}, Add("early", true), Add("fails", true);
  shows_["new/early"] = {Race("b", "y")};  // in its seventh
  shows_["new/fails"] = {Ended("assert")}, shows_["new/fails"][0].first_schedule = 400;  // always reported
  for (const CheckedTest& row : rows = Run(seconds(300)))
    EXPECT_TRUE(row.findings.size() == 1 && row.findings[0].is_new) << row.name;
}

TEST_F(ExplorationTest, ARunThatReachesTheStepLimitIsNoFinding) {
  Add("t", true);
  cut_.insert("new/t");
  const auto rows = Run(seconds(10));
  EXPECT_TRUE(rows[0].findings.empty());
  EXPECT_THAT(GapOf(rows[0]), testing::HasSubstr("more than 1000000 steps (thread 0.1 is at loop.cc:7)"));
  EXPECT_GT(rows[0].schedules, 1u);
}

TEST_F(ExplorationTest, OfVeryManyTestsThoseThatAddSomethingComeFirst) {
  for (int i = 0; i < 1000; ++i) Add("t" + std::to_string(i)), input_.chosen.back().adds = i % 400 == 0;
  run_ = milliseconds(20);
  const auto rows = Run(seconds(60));
  for (int i = 0; i < 1000; i += 400) EXPECT_GE(rows[static_cast<std::size_t>(i)].schedules, kEnoughSchedules) << i;
}

// Which of the tests that were not looked at matter: nobody reads a thousand names.
TEST_F(ExplorationTest, ATestWithoutTimeSaysWhetherOthersCoverTheSame) {
  for (int i = 0; i < 100; ++i) Add("t" + std::to_string(i)), input_.chosen.back().adds = i < 50;
  for (ChosenTest& test : input_.chosen)
    if (test.row != 98) test.targets = {0};
  input_.chosen[99].threads = ChosenTest::Threads::kOne;
  run_ = seconds(1);
  const auto rows = Run(seconds(20));
  EXPECT_EQ(GapOf(rows[49]), "no time left");
  EXPECT_EQ(GapOf(rows[97]), "no time left: tests that come before it cover everything of the change that it covers");
  EXPECT_EQ(GapOf(rows[98]), "no time left") << "what it covers is not known";
  EXPECT_EQ(GapOf(rows[99]), "no time left: it had one thread when it was recorded");
}

TEST_F(ExplorationTest, FailuresWithoutAPlaceAreToldApartByProgram) {
  Add("one"), Add("two");
  Finding exit = Ended("exit");
  exit.sites.emplace_back().position.function = "entered_last";
  shows_["new/one"] = {exit};
  exit.sites[0].position.function = "another";
  shows_["new/two"] = {exit};
  input_.mode = CheckMode::kDeep;
  const auto rows = Run(seconds(10));
  ASSERT_EQ(rows[0].findings.size(), 1u);
  ASSERT_EQ(rows[1].findings.size(), 1u);
  EXPECT_NE(rows[0].findings[0].finding.id, rows[1].findings[0].finding.id);
  Finding moved = exit;
  moved.sites[0].position.function = "entered_last";
  EXPECT_EQ(StableId(moved, "p"), StableId(exit, "p"));
  EXPECT_TRUE(SameCause(moved, exit));
}

TEST_F(ExplorationTest, AcceptedFindingsEndNothing) {
  Add("t");
  shows_["new/t"] = {Race("known", "x")};
  input_.settings.accepted = {"known"};
  const auto rows = Run(seconds(10));
  ASSERT_EQ(rows[0].findings.size(), 1u);
  EXPECT_TRUE(rows[0].findings[0].accepted);
  EXPECT_GE(rows[0].schedules, kEnoughSchedules);
}

TEST_F(ExplorationTest, SeveralTestsAtATime) {
  for (int i = 0; i < 6; ++i) Add("t" + std::to_string(i));
  input_.jobs = 3;
  input_.mode = CheckMode::kFast;
  int inside = 0, most = 0;
  engine_.explore = [&](const ExploreOptions& options) {
    {
      const std::lock_guard lock(mutex_);
      most = std::max(most, ++inside);
    }
    std::this_thread::sleep_for(milliseconds(50));
    auto result = Explored(options);
    const std::lock_guard lock(mutex_);
    --inside;
    return result;
  };
  const auto rows = Run(seconds(60));
  EXPECT_GE(most, 2);
  EXPECT_LE(most, 3);
  for (const CheckedTest& row : rows) EXPECT_GE(row.schedules, kEnoughSchedules);
}

// Two tests that use one file: t0 fails once, because of the test that is explored beside it.
class SharedFileTest : public ExplorationTest {
 protected:
  void Share(const Finding& finding, bool happens_alone) {
    for (int i = 0; i < 4; ++i) Add("t" + std::to_string(i), true);
    input_.jobs = 2;
    engine_.explore = [this, finding, happens_alone](const ExploreOptions& options) {
      const bool first = options.target.program.command[0] == "new/t0";
      ++inside_;
      auto result = Explored(options);
      if (first && (happens_alone || !std::exchange(failed_, true)) && !options.expected.contains(finding.id))
        result->findings = {finding};
      --inside_;
      return result;
    };
    engine_.replay = [this, happens_alone](const TargetOptions&, const std::string& file) -> Result<bool> {
      EXPECT_EQ(file, "t0.rws");
      EXPECT_EQ(inside_, 0) << "nobody is beside it";
      ++replays_;
      return happens_alone;
    };
  }

  std::atomic<int> inside_ = 0;
  int replays_ = 0;
  bool failed_ = false;
};

Finding Failure(bool unrepeated) {
  Finding finding = Ended("assert");
  finding.schedule_file = "t0.rws", finding.unrepeated = unrepeated;
  return finding;
}

TEST_F(SharedFileTest, AFailureThatNeedsAnotherTestBesideItIsNoFinding) {
  Share(Failure(false), false);
  const auto rows = Run(seconds(60));
  EXPECT_TRUE(rows[0].findings.empty());
  EXPECT_EQ(replays_, 3);
  for (const CheckedTest& row : rows) EXPECT_EQ(GapOf(row), "") << row.name;
  EXPECT_THAT(rows[0].note, testing::HasSubstr("(assert: assert, schedule t0.rws), and was explored again alone"));
  EXPECT_GT(rows[3].schedules, 10 * kEnoughSchedules) << "the rest of the budget is used";
}

TEST_F(SharedFileTest, AFailureThatNoReplayShowsIsLookedForAlone) {
  Share(Failure(true), false);
  const auto rows = Run(seconds(60));
  EXPECT_EQ(GapOf(rows[0]), "");
  EXPECT_EQ(replays_, 0);
  EXPECT_THAT(rows[0].note, testing::HasSubstr("(assert: assert, schedule t0.rws), and was explored again alone"));
}

TEST_F(SharedFileTest, AFailureThatHappensAloneStays) {
  Share(Failure(false), true);
  const auto rows = Run(seconds(60));
  ASSERT_EQ(rows[0].findings.size(), 1u);
  EXPECT_TRUE(rows[0].findings[0].is_new);
  EXPECT_EQ(replays_, 1);
}

TEST_F(ExplorationTest, ATestThatMustRunAloneIsExploredAlone) {
  for (int i = 0; i < 5; ++i) Add("t" + std::to_string(i)), input_.chosen.back().now.run_serial = i % 2 == 0;
  input_.jobs = 3;
  int inside = 0;
  engine_.explore = [&](const ExploreOptions& options) {
    {
      const std::lock_guard lock(mutex_);
      ++inside;
    }
    std::this_thread::sleep_for(milliseconds(20));
    auto result = Explored(options);
    const std::lock_guard lock(mutex_);
    const std::string program = options.target.program.command[0];
    if (program == "new/t0" || program == "new/t2" || program == "new/t4") {
      EXPECT_EQ(inside, 1);
    }
    --inside;
    return result;
  };
  for (const CheckedTest& row : Run(seconds(60))) EXPECT_EQ(GapOf(row), "") << row.name;
}

}  // namespace
}  // namespace reweave::inline check
