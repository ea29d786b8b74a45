#include "explore/search/bounded_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explore/search/testing/drive.h"

namespace reweave::inline search {
namespace {

SimBody Increment(int object) {  // load, then store what was loaded + 1
  return [object](SimLocals& l) -> std::optional<SimOp> {
    if (l.pc == 0) return SimOp{SimOp::kLoad, object};
    if (l.pc == 1) return SimOp{SimOp::kStore, object, l.last + 1};
    return std::nullopt;
  };
}

std::vector<std::string> Sorted(std::vector<std::string> log) {
  std::ranges::sort(log);
  return log;
}

// Interleavings of main's two creates and two joins with two workers of begin, load, store.
TEST(BoundedSearch, DfsRunsEveryInterleavingOnce) {
  const Simulator program({Increment(0), Increment(0)});
  const DriveResult dfs = DriveNamed("dfs", program);
  EXPECT_TRUE(dfs.exhausted);
  EXPECT_EQ(dfs.outcomes, (std::set<std::string>{"0=1 ", "0=2 "}));
  const auto log = Sorted(dfs.log);
  EXPECT_EQ(std::ranges::adjacent_find(log), log.end()) << "a schedule was run twice";
  // After create 1: the second create may come before, between or after the three steps of thread 1; the steps of the two
  // workers interleave; joins are forced but for the first, which may come before or after rest of thread 2.
  StrategyOptions all;
  all.bound = kNoBound;
  const DriveResult icb = DriveNamed("icb", program, all);
  EXPECT_EQ(Sorted(icb.log), log);
  const DriveResult delay = DriveNamed("delay", program, all);
  EXPECT_EQ(Sorted(delay.log), log);
}

TEST(BoundedSearch, IcbStaysWithinItsBoundAndGoesCheapestFirst) {
  const Simulator program({Increment(0), Increment(0), Increment(1)});
  StrategyOptions options;
  for (const std::uint32_t bound : {0u, 1u, 2u}) {
    options.bound = bound;
    const DriveResult icb = DriveNamed("icb", program, options);
    EXPECT_TRUE(icb.exhausted);
    EXPECT_LE(icb.by_preemptions.rbegin()->first, bound);
    options.order = SearchOrder::kDeepest;
    const DriveResult deepest = DriveNamed("icb", program, options);
    EXPECT_EQ(Sorted(deepest.log), Sorted(icb.log));
    options.order = SearchOrder::kRandom;
    const DriveResult random = DriveNamed("icb", program, options);
    EXPECT_EQ(Sorted(random.log), Sorted(icb.log));
    options.order = SearchOrder::kEarly;
  }
}

TEST(BoundedSearch, OneSeedOneOrder) {
  const Simulator program({Increment(0), Increment(0)});
  StrategyOptions options;
  options.order = SearchOrder::kRandom;
  const auto first = DriveNamed("icb", program, options).log;
  EXPECT_EQ(DriveNamed("icb", program, options).log, first);
  options.seed = 2;
  EXPECT_NE(DriveNamed("icb", program, options).log, first);
}

TEST(BoundedSearch, OutcomesCostNothing) {
  const Simulator program({Straight({{SimOp::kChoose, 0, 3}, {SimOp::kStore, 0, 1}})});
  StrategyOptions options;
  options.bound = 0;
  const DriveResult icb = DriveNamed("icb", program, options);
  EXPECT_EQ(icb.schedules, 3u);
  EXPECT_EQ(icb.log, (std::vector<std::string>{"01110", "011'110", "011'210"}));
}

TEST(BoundedSearch, DeadlockIsARunLikeAnother) {
  const Simulator program({Straight({{SimOp::kLock, 0}, {SimOp::kLock, 1}, {SimOp::kUnlock, 1}, {SimOp::kUnlock, 0}}),
                           Straight({{SimOp::kLock, 1}, {SimOp::kLock, 0}, {SimOp::kUnlock, 0}, {SimOp::kUnlock, 1}})});
  const DriveResult dfs = DriveNamed("dfs", program);
  EXPECT_TRUE(dfs.exhausted);
  EXPECT_GT(dfs.failures, 0u);
  StrategyOptions one;
  one.bound = 1;
  EXPECT_GT(DriveNamed("icb", program, one).failures, 0u);
}

// A location that becomes shared: everything before it was another search.
TEST(BoundedSearch, BeginsAnewWhenALocationBecomesShared) {
  const Simulator program({Increment(0), Increment(0)});
  const auto strategy = MakeFor("dfs");
  std::uint64_t runs = 0, probes = 0;
  while (const auto plan = strategy->Next()) {
    Trace trace = program.Run(*plan);
    probes += plan->tail == abi::TailPolicy::kRandom;
    if (++runs == 3) {
      abi::Event shared{};
      shared.kind = abi::EventKind::kShared;
      shared.obj = 0x1000, shared.value = 0xff;
      trace.events.insert(trace.events.begin() + 1, shared);
    }
    strategy->Observe(*plan, trace);
  }
  EXPECT_GT(probes, 0u);  // are there more of them?
  EXPECT_EQ(strategy->discarded(), 3u + probes);
  EXPECT_EQ(strategy->restarts(), 1u);
  EXPECT_TRUE(strategy->exhausted());
  EXPECT_EQ(runs - 3 - probes, DriveNamed("dfs", program).schedules);
}

// Each has points of its own, so what was known of the program's points holds no longer.
TEST(BoundedSearch, TwoVariablesOfOneCellBecomeSharedOneAfterTheOther) {
  const Simulator program({Increment(0), Increment(0)});
  const auto strategy = MakeFor("dfs");
  std::uint64_t runs = 0;
  while (const auto plan = strategy->Next()) {
    Trace trace = program.Run(*plan);
    if (plan->tail != abi::TailPolicy::kRandom && strategy->restarts() < 2) {
      abi::Event shared{};
      shared.kind = abi::EventKind::kShared;
      shared.obj = 0x1000, shared.value = ++runs == 1 ? 0x0f : 0xf0;
      trace.events.insert(trace.events.begin() + 1, shared);
    }
    strategy->Observe(*plan, trace);
  }
  EXPECT_EQ(runs, 2u);
  EXPECT_EQ(strategy->restarts(), 2u);
  EXPECT_TRUE(strategy->exhausted());
}

// What the random runs in between show does not begin the search anew once more.
TEST(BoundedSearch, LocationsFoundWhileProbingCostNoRestart) {
  const Simulator program({Increment(0), Increment(0)});
  const auto strategy = MakeFor("dfs");
  std::uint64_t runs = 0;
  while (const auto plan = strategy->Next()) {
    Trace trace = program.Run(*plan);
    if (++runs <= 5) {
      abi::Event shared{};
      shared.kind = abi::EventKind::kShared;
      shared.obj = 0x1000 + 8 * runs, shared.value = 0xff;
      trace.events.insert(trace.events.begin() + 1, shared);
    }
    strategy->Observe(*plan, trace);
  }
  EXPECT_EQ(strategy->restarts(), 1u);
  EXPECT_EQ(runs - strategy->discarded(), DriveNamed("dfs", program).schedules);
}

TEST(BoundedSearch, ABranchThatCannotBeFollowedIsTriedAgainAndThenGivenUp) {
  const Simulator program({Increment(0), Increment(0)});
  const auto strategy = MakeFor("dfs");
  auto plan = strategy->Next();
  strategy->Observe(*plan, program.Run(*plan));
  plan = strategy->Next();
  for (int i = 0; i < 4; ++i) {
    Trace trace = program.Run(*plan);
    trace.events.back().outcome = static_cast<std::uint8_t>(abi::EndKind::kDiverged);
    strategy->Observe(*plan, trace);
    EXPECT_FALSE(strategy->last_run_counts());
    const auto again = strategy->Next();
    EXPECT_EQ(*again == *plan, i < 3);
    plan = again;
  }
  strategy->Observe(*plan, program.Run(*plan));
  while ((plan = strategy->Next())) strategy->Observe(*plan, program.Run(*plan));
  EXPECT_FALSE(strategy->exhausted());
}

}  // namespace
}  // namespace reweave::inline search
