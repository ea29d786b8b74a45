// The default search by the real engine: how soon it meets what takes one order of very many, and that a seed repeats it.
#include <gtest/gtest.h>

#include <cstdlib>

#include "recorded_search.h"

namespace reweave {
namespace {

bool Slow() { return std::getenv("REWEAVE_TEST_SLOW") != nullptr; }

ExploreOptions Default(const std::string& name, int threads, std::uint64_t seed) {
  ExploreOptions options = SearchOptions(name, "auto");
  auto program = InspectProgram({std::string(GOLDEN_PROGRAMS "/") + name, std::to_string(threads)});
  EXPECT_TRUE(program) << program.error().ToString();
  options.target.program = *program;
  options.strategy_options.seed = seed;
  options.keep_going = false;
  options.out_dir = testing::TempDir() + "/reweave-directed";
  return options;
}

// A random search needs thousands of executions with a hundred threads.
void ExpectFoundSoon(const std::string& name) {
  constexpr std::uint64_t kSoon = 30;
  const std::uint64_t seeds = Slow() ? 20 : 3;
  for (const int threads : {3, 10, 50, 100})
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      ExploreOptions options = Default(name, threads, seed);
      options.schedules = kSoon;
      const auto result = Explore(options);
      ASSERT_TRUE(result) << result.error().ToString();
      EXPECT_EQ(result->stopped_by, StoppedBy::kFailure) << name << " with " << threads << " threads, seed " << seed;
    }
}

TEST(Directed, ACheckAmongManySetters) { ExpectFoundSoon("setters"); }

TEST(Directed, AReaderBetweenTwoStagesOfMany) { ExpectFoundSoon("stages"); }

TEST(Directed, TheSameSeedMakesTheSameExecutionsInTheSameOrder) {
  for (const std::uint64_t seed : {1, 2}) {
    ExploreOptions options = Default("stages", 3, seed);
    options.keep_going = true;
    options.schedules = 200;
    const Recorded once = Record(options), again = Record(options);
    EXPECT_GE(once.in_order.size(), 100u);
    EXPECT_EQ(once.in_order, again.in_order) << "seed " << seed;
  }
}

// Two threads that change the same two numbers all the time. Whoever is about to do what conflicts with a step draws its priority
// again. With the old one it would mostly wait for as long as it waited before, and most runs would repeat each other: 1,100
// different schedules of 3,000 then, about 1,800 if it draws; random makes 3,000.
TEST(PartialOrderSampling, ConflictingStepsAreOrderedAnew) {
  std::map<std::string, std::size_t> orders;
  for (const std::string strategy : {"pos", "random"}) {
    ExploreOptions options = SearchOptions("adders_4", strategy);
    options.schedules = 3000;
    orders[strategy] = Record(options).schedules.size();
  }
  EXPECT_GT(orders["pos"], orders["random"] / 2);
}

}  // namespace
}  // namespace reweave
