#include "explore/search/strategy.h"

#include <gtest/gtest.h>

#include <ctime>

#include "explore/search/execution_order.h"
#include "explore/search/testing/simulator.h"
#include "trace/testing.h"

namespace reweave::inline strategies {
namespace {

std::unique_ptr<Strategy> Make(std::string_view name, std::uint64_t seed = 1) {
  StrategyOptions options;
  options.seed = seed;
  auto strategy = MakeStrategy(name, options);
  EXPECT_TRUE(strategy);
  return std::move(*strategy);
}

TEST(Strategy, UnknownNameListsTheKnownOnes) {
  const auto strategy = MakeStrategy("nonsense", {});
  ASSERT_FALSE(strategy);
  EXPECT_EQ(strategy.error().category(), ErrorCategory::kUsage);
  EXPECT_NE(strategy.error().hint().find("random"), std::string::npos);
}

TEST(Strategy, NoneIsOneRunThatStays) {
  const auto strategy = Make("none");
  const auto plan = strategy->Next();
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->tail, abi::TailPolicy::kStay);
  EXPECT_EQ(plan->runs, 1u);
  EXPECT_FALSE(strategy->Next());
  EXPECT_FALSE(strategy->exhausted());
}

TEST(Strategy, RandomUsesEverySeedOnceAndDoesNotOverlapItsNeighbours) {
  for (const char* name : {"random", "pos", "pct"}) {
    const auto one = Make(name, 1), two = Make(name, 2);
    std::uint64_t next = 0, low = ~0ull, high = 0;
    for (int i = 0; i < 50; ++i) {
      const auto plan = one->Next();
      if (i > 0) EXPECT_EQ(plan->seed, next) << name;
      next = plan->seed + plan->runs;
      low = std::min(low, plan->seed), high = std::max(high, next);
    }
    const std::uint64_t other = two->Next()->seed;
    EXPECT_TRUE(other + 100'000 < low || other > high) << name;
  }
}

TEST(Strategy, SameSeedSamePlans) {
  for (const auto& entry : Strategies()) {
    if (entry.name == "recontest") continue;  // needs two versions of a program
    const auto a = Make(entry.name, 9), b = Make(entry.name, 9);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(a->Next(), b->Next()) << entry.name;
  }
}

TEST(Strategy, RecontestNeedsAnOldVersion) {
  const auto made = MakeStrategy("recontest", {});
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().category(), ErrorCategory::kUsage);
  EXPECT_NE(made.error().hint().find("--against"), std::string::npos);
}

TEST(Strategy, PctTakesTheLengthFromWhatItSaw) {
  const auto strategy = Make("pct");
  const auto plan = strategy->Next();
  EXPECT_EQ(plan->tail, abi::TailPolicy::kPct);
  TraceBuilder build;
  for (unsigned i = 0; i < 300; ++i) build.Point(0, abi::EventKind::kYield, i);
  strategy->Observe(*plan, build.End(abi::EndKind::kPass));
  EXPECT_EQ(strategy->Next()->pct_length, 300u);
}

// A loop that polls a variable, then a write of it by another thread: only the last read races with it, and finding that out
// takes time by the number of reads, not by its square.
TEST(ExecutionOrder, AWriteAfterManyReadsOfOneThread) {
  constexpr int kReads = 15'000;
  const Simulator program({Straight(std::vector<SimOp>(kReads, {.kind = SimOp::kLoad, .object = 1})),
                           Straight({{.kind = SimOp::kStore, .object = 1, .value = 1}})});
  const Trace trace = program.Run(Plan());
  RunView run;
  run.Build(trace);
  ExecutionOrder order;
  std::vector<Race> races;
  std::size_t racing = 0;
  const std::clock_t before = std::clock();
  for (std::size_t i = 0; i < run.size(); ++i) {
    order.Append(run, trace, races);
    if (run.step(i).kind == abi::EventKind::kAtomicWrite) {
      racing += races.size();
      ASSERT_EQ(races.size(), 1u);
      EXPECT_EQ(order.position(races[0].first), kReads + 1u) << "the last read, after the step that begins the thread";
    }
  }
  EXPECT_EQ(racing, 1u);
  EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 0.5) << "seconds of CPU";
}

}  // namespace
}  // namespace reweave::inline strategies
