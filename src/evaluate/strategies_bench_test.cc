#include "evaluate/strategies_bench.h"

#include <gtest/gtest.h>

namespace reweave::inline evaluate {
namespace {

// Two strategies: the first finds a race after 2 schedules and a failure after 10 of 10; the second finds nothing in 5 and has
// nothing left.
StrategiesRow Row() {
  StrategiesRow row;
  row.start_ms = 4;
  row.strategies.resize(ComparedStrategies().size());
  row.strategies[0] = {{.schedules = 10, .finding = 2, .failure = 10, .ended = false, .cpu_ms = 24}};
  row.strategies[1] = {{.schedules = 5, .finding = 0, .failure = 0, .ended = true, .cpu_ms = 9}};
  return row;
}

TEST(StrategiesBench, ASequenceCostsWhatItsPhasesCostUntilOneFindsIt) {
  constexpr std::uint64_t kAll = 1000;
  const StrategiesRow row = Row();
  const SequenceCost alone = CostOf(row, {{0, kAll}}, 0, true);
  EXPECT_TRUE(alone.found);
  EXPECT_EQ(alone.schedules, 10u);
  EXPECT_DOUBLE_EQ(alone.cpu_ms, 24);
  const SequenceCost after = CostOf(row, {{1, kAll}, {0, kAll}}, 0, true);
  EXPECT_EQ(after.schedules, 15u);
  EXPECT_DOUBLE_EQ(after.cpu_ms, 33);
  // Cut off after 4 of 10 schedules: its start and 4 tenths of the rest.
  const SequenceCost cut = CostOf(row, {{0, 4}, {1, kAll}}, 0, true);
  EXPECT_FALSE(cut.found);
  EXPECT_EQ(cut.schedules, 9u);
  EXPECT_DOUBLE_EQ(cut.cpu_ms, 4 + 8 + 9);
  const SequenceCost race = CostOf(row, {{0, 4}, {1, kAll}}, 0, false);
  EXPECT_TRUE(race.found);
  EXPECT_EQ(race.schedules, 2u);
  EXPECT_DOUBLE_EQ(race.cpu_ms, 4 + 4);
  // What was not measured is left out.
  EXPECT_EQ(CostOf(row, {{2, kAll}, {0, kAll}}, 0, true).schedules, 10u);
}

TEST(StrategiesBench, TablesNameWhatNoSearchShows) {
  StrategiesRow silent;
  silent.group = "capp", silent.name = "quiet";
  silent.strategies.resize(ComparedStrategies().size());
  silent.strategies[0] = {{.schedules = 500, .finding = 0, .failure = 0, .ended = false, .cpu_ms = 50}};
  StrategiesRow loud = Row();
  loud.group = "capp", loud.name = "loud";
  StrategiesBenchOptions options;
  options.seeds = 1;
  const std::string text = StrategiesMarkdown({silent, loud}, options);
  EXPECT_NE(text.find("No search shows one: capp/quiet."), std::string::npos) << text;
  EXPECT_NE(text.find("| capp/loud | 10.0 | none in 5 |"), std::string::npos) << text;
}

}  // namespace
}  // namespace reweave::inline evaluate
