#include <gtest/gtest.h>

#include <map>

#include "explore/search/testing/drive.h"

namespace reweave::inline strategies {
namespace {

// The bug needs thread 2's store between two loads of thread 1.
std::vector<SimBody> Torn() {
  return {[](SimLocals& l) -> std::optional<SimOp> {
            if (l.pc == 1) l.r[0] = l.last;
            if (l.pc < 2) return SimOp{SimOp::kLoad, 0};
            return l.pc == 2 && l.r[0] != l.last ? std::optional(SimOp{SimOp::kFail}) : std::nullopt;
          },
          Straight({{SimOp::kStore, 0, 1}})};
}

TEST(Rf, ReachesTheOrderThatWasNotSeen) {
  const DriveResult rf = DriveNamed("rf", Simulator(Torn()), {}, 20);
  EXPECT_GT(rf.failures, 0u);
  EXPECT_FALSE(rf.exhausted);
}

// What rf and goal ask for are two things, and one run can carry both.
TEST(Auto, SomeOfTheFirstRunsFollowAPrefixAndThenAGoal) {
  std::vector<SimBody> threads;
  for (int t = 0; t < 3; ++t)
    threads.push_back(
        Straight({{SimOp::kLoad, t}, {SimOp::kStore, (t + 1) % 3, t}, {SimOp::kLoad, (t + 2) % 3}, {SimOp::kStore, t, t}}));
  const Simulator program(threads);
  const auto strategy = MakeFor("auto");
  int both = 0;
  for (int run = 0; run < 20; ++run) {
    const auto plan = strategy->Next();
    ASSERT_TRUE(plan);
    both += !plan->segments.empty() && !plan->holds.empty();
    EXPECT_EQ(plan->holds.empty(), plan->tail != abi::TailPolicy::kGoal);
    strategy->Observe(*plan, program.Run(*plan));
  }
  EXPECT_GE(both, 2);
}

// A race may be what one run of very many shows. Its schedule is run again, where it can now be taken apart, and rf comes next.
TEST(Auto, ARunThatShowedARaceIsRunAgainAndThenReversed) {
  std::vector<SimOp> steps;
  for (int i = 0; i < 8; ++i) steps.push_back({SimOp::kStore, i % 2, i});
  const Simulator program({Straight(steps), Straight(steps), Straight(steps)});
  const auto strategy = MakeFor("auto");
  Trace last;
  for (int run = 0; run < 100; ++run) {
    const auto plan = strategy->Next();
    ASSERT_TRUE(plan);
    last = program.Run(*plan);
    strategy->Observe(*plan, last);
  }
  strategy->PointsChanged();
  strategy->ShowedRace(last);
  const auto again = strategy->Next();
  ASSERT_TRUE(again);
  const auto tids = [](const Trace& trace) {
    RunView run;
    run.Build(trace);
    std::vector<std::uint16_t> out;
    for (const Step& step : run.steps()) out.push_back(step.tid);
    return out;
  };
  EXPECT_EQ(tids(program.Run(*again)), tids(last));
  strategy->Observe(*again, last);
  const auto next = strategy->Next();
  ASSERT_TRUE(next);
  EXPECT_TRUE(next->tail == abi::TailPolicy::kPos || next->tail == abi::TailPolicy::kRandom);
  EXPECT_TRUE(next->holds.empty());
}

// Once rf has nothing left to reverse, its runs would be those of pos.
TEST(Auto, WithoutATargetRfLeavesItsRunsToRandom) {
  std::vector<SimOp> steps;
  for (int i = 0; i < 8; ++i) steps.push_back({SimOp::kStore, i % 2, i});
  const Simulator program({Straight(steps), Straight(steps), Straight(steps)});
  const auto strategy = MakeFor("auto");
  int random = 0, pos = 0;
  for (int run = 0; run < 400; ++run) {
    const auto plan = strategy->Next();
    ASSERT_TRUE(plan);
    random += plan->tail == abi::TailPolicy::kRandom;
    pos += plan->tail == abi::TailPolicy::kPos && plan->segments.empty();
    for (std::uint32_t i = 0; i < plan->runs; ++i) strategy->Observe(*plan, program.Run(*plan));
  }
  EXPECT_GT(random, pos);
}

// Each thread changes what only one other looks at: there is an order to reverse, and soon no goal left.
TEST(Auto, TheFirstRunsAreDirectedWhileThereIsSomethingToAskFor) {
  const Simulator program(
      {Straight({{SimOp::kLoad, 0}, {SimOp::kLoad, 1}}), Straight({{SimOp::kStore, 0, 1}, {SimOp::kStore, 1, 1}})});
  const auto strategy = MakeFor("auto");
  for (int run = 0; run < 7; ++run) {
    const auto plan = strategy->Next();
    ASSERT_TRUE(plan);
    if (run > 0) EXPECT_TRUE(!plan->segments.empty() || !plan->holds.empty()) << "run " << run;
    strategy->Observe(*plan, program.Run(*plan));
  }
}

// Plans of the others are of up to 32 runs each then. Turns of plans instead of runs would keep dpor from ever coming to its end.
TEST(Auto, EndsSoonAfterNothingNewIsSeen) {
  const auto stores = [](int first) {
    std::vector<SimOp> steps;
    for (int i = 0; i < 7; ++i) steps.push_back({SimOp::kStore, 0, first + i});
    return Straight(steps);
  };
  const Simulator program({stores(0), stores(10)});
  const std::uint64_t classes = 3432;  // 14 stores in one order each, 7 of them of one thread
  EXPECT_EQ(DriveNamed("dpor", program, {}, 10'000).schedules, classes);
  const auto strategy = MakeFor("auto");
  std::uint64_t runs = 0;
  for (std::optional<Plan> plan; runs < 20'000 && (plan = strategy->Next());) {
    for (std::uint32_t i = 0; i < plan->runs; ++i) strategy->Observe(*plan, program.Run(*plan));
    runs += plan->runs;
  }
  EXPECT_TRUE(strategy->exhausted());
  EXPECT_LE(runs, 4 * classes);
}

// There is always something left to ask for or to reverse here; what chance meets must not wait until nothing is.
TEST(Auto, AfterTheFirstRunsEverySecondOneFollowsNothing) {
  std::vector<SimOp> steps;
  for (int i = 0; i < 8; ++i) steps.push_back({SimOp::kStore, i, i}), steps.push_back({SimOp::kLoad, 7 - i});
  const Simulator program({Straight(steps), Straight(steps), Straight(steps)});
  const auto strategy = MakeFor("auto");
  int follow = 0, free = 0;
  for (int run = 0; run < 48; ++run) {
    const auto plan = strategy->Next();
    ASSERT_TRUE(plan);
    const bool directed = !plan->segments.empty() || !plan->holds.empty();
    if (run >= 8) ++(directed ? follow : free);
    strategy->Observe(*plan, program.Run(*plan));
  }
  EXPECT_GT(follow, 10);
  EXPECT_GE(free, 18);
}

// After the first thousand runs only some are looked at. These must be some of every strategy's: one of which none is looked at
// would keep its turn for ever.
TEST(Auto, EveryStrategyKeepsItsShareOfALongSearch) {
  std::vector<SimOp> steps;
  for (int i = 0; i < 8; ++i) steps.push_back({SimOp::kStore, i % 2, i});
  const Simulator program({Straight(steps), Straight(steps), Straight(steps)});
  const auto strategy = MakeFor("auto");
  std::map<abi::TailPolicy, int> runs;
  int all = 0;
  for (int seen = 0; seen < 20'000;) {
    const auto plan = strategy->Next();
    ASSERT_TRUE(plan);
    for (std::uint32_t i = 0; i < plan->runs; ++i, ++seen) strategy->Observe(*plan, program.Run(*plan));
    if (seen < 4'000 || !plan->segments.empty()) continue;
    runs[plan->tail] += static_cast<int>(plan->runs), all += static_cast<int>(plan->runs);
  }
  for (const auto tail : {abi::TailPolicy::kRandom, abi::TailPolicy::kPos, abi::TailPolicy::kPct})
    EXPECT_GT(runs[tail], all / 10) << static_cast<int>(tail);
}

TEST(Auto, EndsWhenEverythingIsCovered) {
  const Simulator program(Torn());
  const DriveResult result = DriveNamed("auto", program, {}, 5000);
  EXPECT_TRUE(result.exhausted);
  EXPECT_GT(result.failures, 0u);
  EXPECT_LT(result.runs, 1000u);
}

}  // namespace
}  // namespace reweave::inline strategies
