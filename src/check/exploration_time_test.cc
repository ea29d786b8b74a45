// Tests with long runs, and tests that the time hardly suffices for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

#include "check/exploration_fixture.h"
#include "report/check_verdict.h"

namespace reweave::inline check {
namespace {

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

// Its windows lie anywhere in the run, so what they show says nothing about the change. A short run is searched as a whole.
TEST_F(ExplorationTest, ALongRunThatDoesNotComeToTheChangeWasNotLookedAtThere) {
  ProgramPair pair;
  pair.entries = "marks";
  const auto gap = [&](std::uint64_t steps) {
    input_ = {};
    Add("t");
    input_.chosen[0].pair = &pair;
    engine_.measure = [=](const TargetOptions&, const std::string&, Engine::Clock::time_point) -> Result<RunShape> {
      RunShape shape;
      shape.steps = steps, shape.ended = true;
      return shape;
    };
    const auto row = Run(seconds(300))[0];
    EXPECT_GT(row.schedules, kEnoughSchedules);
    return GapOf(row);
  };
  EXPECT_THAT(gap(45'000'000), testing::HasSubstr("do not come to the changed code"));
  EXPECT_EQ(gap(1'000), "");
}

// A test without threads has one schedule, and that was run when it was measured. How long it is does not matter.
TEST_F(ExplorationTest, ATestWithoutThreadsIsNotSearched) {
  Add("t");
  RunShape shape;
  shape.ended = shape.passed = true, shape.several_threads = false;
  engine_.measure = [&](const TargetOptions&, const std::string&, Engine::Clock::time_point) { return Result<RunShape>(shape); };
  const auto row = Run(seconds(30))[0];
  EXPECT_TRUE(calls_.empty());
  EXPECT_TRUE(row.sequential && row.exhausted);
  EXPECT_EQ(row.schedules, 1u);
  EXPECT_EQ(GapOf(row), "");
  input_ = {};
  Add("t");
  shape.passed = false;  // its failure is found by a search, which keeps its schedule
  Run(seconds(30));
  EXPECT_FALSE(calls_.empty());
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

// Each search in a window has to come there first. With a run of seconds, going to all windows in every phase leaves no time for
// anything else.
TEST_F(ExplorationTest, MostOfTheTimeOfALongTestIsNotTheWayToItsWindows) {
  ProgramPair pair;
  pair.entries = "marks";
  Add("t");
  input_.chosen[0].pair = &pair;
  const nanoseconds way = seconds(1);
  const auto go = [&](nanoseconds length) {
    const std::lock_guard lock(mutex_);
    now_ += length;
  };
  engine_.measure = [&](const TargetOptions&, const std::string&, Engine::Clock::time_point) -> Result<RunShape> {
    go(way);
    RunShape shape;
    shape.steps = 5'000'000, shape.ended = true;
    for (std::uint64_t at = 500'000; at < 4'500'000; at += 500'000) shape.at_change.push_back(at);
    return shape;
  };
  std::set<std::uint64_t> places;
  nanoseconds on_the_way{0};
  engine_.explore = [&](const ExploreOptions& options) -> Result<ExploreResult> {
    const nanoseconds there = std::min(*options.time, 2 * way);
    go(there);
    on_the_way += there;
    if (there == *options.time) {
      ExploreResult result;
      result.stopped_by = StoppedBy::kTime;
      return result;
    }
    places.insert(options.target.start_at);
    ExploreOptions rest = options;
    *rest.time -= there;
    return Explored(rest);
  };
  const auto rows = Run(seconds(30));
  EXPECT_LE(on_the_way, seconds(18));
  EXPECT_GE(places.size(), 4u) << "other phases take other windows";
  ASSERT_EQ(rows[0].reasons.size(), 1u);
  EXPECT_THAT(rows[0].reasons[0], testing::HasSubstr(std::to_string(places.size()) + " of 8 windows"))
      << "the others are not claimed";
}

// A suite of which nothing is known, the long tests first: they would take the time of all others.
TEST_F(ExplorationTest, ShortTestsDoNotWaitForLongOnes) {
  constexpr std::size_t kEach = 60;
  for (std::size_t i = 0; i < kEach; ++i) Add("long" + std::to_string(i));
  for (std::size_t i = 0; i < kEach; ++i) Add("short" + std::to_string(i));
  const auto is_long = [](const TargetOptions& target) { return target.program.command[0].find("long") != std::string::npos; };
  engine_.measure = [&](const TargetOptions& target, const std::string&, Engine::Clock::time_point end) -> Result<RunShape> {
    const std::lock_guard lock(mutex_);
    const nanoseconds length = is_long(target) ? nanoseconds(seconds(20)) : nanoseconds(milliseconds(20));
    RunShape shape;
    shape.ended = now_ + length <= end, shape.steps = is_long(target) ? 9'000'000 : 1'000;
    now_ = std::min(now_ + length, end);
    return shape;
  };
  engine_.explore = [&](const ExploreOptions& options) -> Result<ExploreResult> {
    if (!is_long(options.target)) return Explored(options);
    const std::lock_guard lock(mutex_);
    now_ += *options.time;
    ExploreResult result;
    result.stopped_by = StoppedBy::kTime;
    return result;
  };
  const auto rows = Run(seconds(120));
  for (const CheckedTest& row : rows) EXPECT_EQ(GapOf(row).empty(), row.name.starts_with("short")) << row.name;
}

// Equal shares would bring none of them to its window.
TEST_F(ExplorationTest, AFewLongTestsAreSearchedRatherThanNone) {
  ProgramPair pair;
  pair.entries = "marks";
  for (int i = 0; i < 40; ++i) Add("t" + std::to_string(i)), input_.chosen.back().pair = &pair;
  const nanoseconds way = seconds(3);
  const auto go = [&](nanoseconds length) {
    const std::lock_guard lock(mutex_);
    now_ += length;
  };
  engine_.measure = [&](const TargetOptions&, const std::string&, Engine::Clock::time_point end) -> Result<RunShape> {
    const nanoseconds time = end - engine_.now();
    go(std::min(way, time));
    RunShape shape;
    shape.ended = time >= way, shape.steps = 9'000'000;
    if (shape.ended) shape.at_change = {8'900'000};
    return shape;
  };
  engine_.explore = [&](const ExploreOptions& options) -> Result<ExploreResult> {
    const nanoseconds there = std::min(*options.time, 2 * way);
    go(there);
    ExploreResult result;
    result.stopped_by = StoppedBy::kTime;
    if (there == *options.time) return result;
    ExploreOptions rest = options;
    *rest.time -= there;
    return Explored(rest);
  };
  const auto rows = Run(seconds(150));
  const auto searched = std::ranges::count_if(rows, [](const CheckedTest& row) { return row.schedules >= kEnoughSchedules; });
  EXPECT_GE(searched, 6);
}

// What the change fixed is not said of a test with few schedules. So the old version is not searched for it; the new one is.
TEST_F(ExplorationTest, ATestThatWasHardlyExploredIsNotAskedWhatWasFixed) {
  for (const bool slow : {true, false}) {
    input_ = {}, calls_.clear();
    Add("t", true);
    run_ = slow ? milliseconds(95) : milliseconds(1);
    const auto rows = Run(seconds(10));
    EXPECT_EQ(CallsOf("old/t"), slow ? 0u : 1u);
    if (slow) EXPECT_GE(rows[0].schedules, kEnoughSchedules - 10) << "out of 105 for which there is time";
  }
}

// One missing lock can show in hundreds of places, each a cause of its own for who compares.
TEST_F(ExplorationTest, TheBudgetHoldsHoweverManyCausesThereAreToCompare) {
  Add("t", true);
  run_ = milliseconds(40);
  for (int i = 0; i < 300; ++i) {
    shows_["new/t"].push_back(Race("race" + std::to_string(i), "v" + std::to_string(i)));
    shows_["new/t"].back().first_schedule = 1000u + 50u * static_cast<unsigned>(i);  // each wants more of the old version
  }
  const auto start = now_;
  const auto rows = Run(seconds(20));
  EXPECT_LE(now_ - start, seconds(22));
  EXPECT_TRUE(!rows[0].findings.empty() || !rows[0].uncompared.empty()) << "what was executed is reported";
}

// One is enough for the verdict. Nobody waits for minutes to hear which of forty others are new as well.
TEST_F(ExplorationTest, CausesAfterTheFirstNewOneDoNotDelayTheVerdict) {
  Add("t", true);
  run_ = milliseconds(40);
  constexpr std::size_t kCauses = 40;
  for (std::size_t i = 0; i < kCauses; ++i) {
    shows_["new/t"].push_back(Race("race" + std::to_string(i), "v" + std::to_string(i)));
    shows_["new/t"].back().first_schedule = 300 + 20 * i;  // each wants more of the old version
  }
  const auto start = now_;
  const auto rows = Run(seconds(300));
  EXPECT_LE(now_ - start, seconds(60));
  EXPECT_GE(rows[0].findings.size(), kCauses / 2) << "what was executed is reported";
  EXPECT_TRUE(std::ranges::any_of(rows[0].findings, &CheckedFinding::is_new));
}

}  // namespace
}  // namespace reweave::inline check
