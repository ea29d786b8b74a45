// The stage that explores, with an engine and a clock of its own: who gets how much time, and what counts as new.
#include "check/exploration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "report/check_verdict.h"

namespace reweave::inline check {
namespace {

using std::chrono::milliseconds, std::chrono::nanoseconds, std::chrono::seconds;

Finding Race(const std::string& id, const std::string& variable) {
  Finding finding;
  finding.id = id, finding.kind = FindingKind::kRace, finding.first_schedule = 7;
  for (const char* role : {"write", "read"}) {
    FindingSite& site = finding.sites.emplace_back();
    site.role = role, site.position.function = "f", site.position.variable = variable;
  }
  return finding;
}

Finding Ended(const std::string& kind, const std::string& subkind = "") {
  Finding finding;
  finding.id = kind + "-id", finding.kind = FindingKindNamed(kind).value(), finding.message = kind, finding.first_schedule = 1;
  if (!subkind.empty()) finding.subkind = subkind;
  return finding;
}

// An engine whose runs take a millisecond of its own clock; what a program shows is up to the test.
class ExplorationTest : public testing::Test {
 protected:
  struct Call {
    std::string program, strategy;
    std::optional<std::uint64_t> schedules;
  };

  ExplorationTest() {
    engine_.now = [this] {
      const std::lock_guard lock(mutex_);
      return now_;
    };
    engine_.target = [](const TestSpec& test) -> Result<TargetOptions> {
      TargetOptions options;
      options.program.command = test.command;
      return options;
    };
    engine_.record = [](const TargetOptions&, const Plan&) -> Result<std::shared_ptr<const Trace>> {
      return Fail(ErrorCategory::kTarget, "not recorded");
    };
    engine_.explore = [this](const ExploreOptions& options) -> Result<ExploreResult> { return Explored(options); };
  }

  Result<ExploreResult> Explored(const ExploreOptions& options) {
    const std::string program = options.target.program.command[0];
    const std::lock_guard lock(mutex_);
    calls_.push_back({program, options.strategy, options.schedules});
    EXPECT_LE(options.target.end, std::max(input_end_, now_ + seconds(1))) << program;
    EXPECT_TRUE(options.end_by && *options.end_by <= options.target.end) << program;
    ExploreResult result;
    const auto fit = static_cast<std::uint64_t>(*options.time / run_);
    result.schedules = std::max<std::uint64_t>(1, std::min(options.schedules.value_or(fit), fit));
    result.stopped_by = options.schedules && result.schedules == *options.schedules ? StoppedBy::kSchedules : StoppedBy::kTime;
    if (cut_.contains(program)) result.cut_runs = 1, result.cut = "thread 0.1 is at loop.cc:7";
    if (const auto found = shows_.find(program); found != shows_.end()) {
      const auto expected = [&](const Finding& f) { return options.expected.contains(f.id); };
      result.findings = found->second;
      if (!std::ranges::all_of(found->second, expected)) result.stopped_by = StoppedBy::kFailure, result.schedules = 1;
    }
    now_ += run_ * static_cast<int>(result.schedules);
    return result;
  }

  void Add(const std::string& name, bool before = false) {
    CheckedTest row;
    row.name = name, row.program = "new/" + name, row.state = TestState::kExplored;
    ChosenTest chosen;
    chosen.now.name = name, chosen.now.command = {"new/" + name};
    if (before) chosen.before = chosen.now, chosen.before->command = {"old/" + name};
    chosen.row = input_.rows.size();
    input_.rows.push_back(std::move(row));
    input_.chosen.push_back(std::move(chosen));
  }

  std::vector<CheckedTest> Run(nanoseconds budget) {
    input_.settings.end = input_end_ = now_ + budget;
    input_.settings.saturate = false;
    auto rows = ExploreTests(std::move(input_), engine_);
    EXPECT_TRUE(rows) << rows.error().ToString();
    return std::move(*rows);
  }
  std::size_t CallsOf(const std::string& program) const {
    return static_cast<std::size_t>(std::ranges::count(calls_, program, &Call::program));
  }

  std::mutex mutex_;
  Engine::Clock::time_point now_ = Engine::Clock::now(), input_end_;
  nanoseconds run_ = milliseconds(1);
  std::map<std::string, std::vector<Finding>> shows_;
  std::set<std::string> cut_;  // programs whose runs reach the step limit
  std::vector<Call> calls_;
  Engine engine_;
  ExplorationInput input_;
};

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

// A run that comes to the change after `length` of its time.
TEST_F(ExplorationTest, ALongRunIsFollowedToTheChangeWhenThereIsTimeForIt) {
  ProgramPair pair;
  pair.entries = "marks";
  const auto run = [&](nanoseconds length, nanoseconds budget) {
    input_ = {}, calls_.clear();
    for (int i = 0; i < 8; ++i) Add("t" + std::to_string(i));
    for (ChosenTest& test : input_.chosen) test.pair = &pair;
    engine_.measure = [=, this](const TargetOptions&, const std::string&, Engine::Clock::time_point end) -> Result<RunShape> {
      const std::lock_guard lock(mutex_);
      const bool reached = now_ + length <= end;
      now_ = std::min(now_ + length, end);
      RunShape shape;
      shape.steps = reached ? 2'000'000 : 50'000, shape.ended = reached;
      if (reached) shape.at_change = {1'900'000};
      return shape;
    };
    return Run(budget);
  };
  for (const CheckedTest& row : run(seconds(4), seconds(300))) {
    EXPECT_EQ(GapOf(row), "") << row.name;
    ASSERT_EQ(row.reasons.size(), 1u) << "what was said before is no longer true";
    EXPECT_THAT(row.reasons[0], testing::HasSubstr("where it reaches the change"));
  }
  for (const CheckedTest& row : run(seconds(4000), seconds(300))) {
    EXPECT_GT(row.schedules, kEnoughSchedules);
    EXPECT_THAT(GapOf(row), testing::HasSubstr("the changed code was not reached"));
  }
}

// Windows behind a prefix that takes longer than a window's share: one of them is explored instead of none.
TEST_F(ExplorationTest, AWindowThatIsFarAwayGetsTheTimeOfTheOthers) {
  ProgramPair pair;
  pair.entries = "marks";
  Add("t");
  input_.chosen[0].pair = &pair;
  engine_.measure = [](const TargetOptions&, const std::string&, Engine::Clock::time_point) -> Result<RunShape> {
    RunShape shape;
    shape.steps = 5'000'000, shape.ended = true;
    for (std::uint64_t at = 500'000; at < 4'500'000; at += 500'000) shape.at_change.push_back(at);
    return shape;
  };
  const nanoseconds prefix = seconds(4);
  engine_.explore = [&](const ExploreOptions& options) -> Result<ExploreResult> {
    if (*options.time > prefix) {
      {
        const std::lock_guard lock(mutex_);
        now_ += prefix;
      }
      return Explored(options);
    }
    const std::lock_guard lock(mutex_);
    now_ += *options.time;
    ExploreResult result;
    result.stopped_by = StoppedBy::kTime;
    return result;
  };
  EXPECT_GE(Run(seconds(30))[0].schedules, kEnoughSchedules);
}

TEST_F(ExplorationTest, OfVeryManyTestsThoseThatAddSomethingComeFirst) {
  for (int i = 0; i < 1000; ++i) Add("t" + std::to_string(i)), input_.chosen.back().adds = i % 400 == 0;
  run_ = milliseconds(20);
  const auto rows = Run(seconds(60));
  for (int i = 0; i < 1000; i += 400) EXPECT_GE(rows[static_cast<std::size_t>(i)].schedules, kEnoughSchedules) << i;
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
