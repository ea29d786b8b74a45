#include "evaluate/stats.h"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/capp_paper.h"

namespace reweave::inline evaluate {
namespace {

TEST(Stats, MediansAndMeans) {
  EXPECT_DOUBLE_EQ(Median({3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(Median({4, 1, 2, 3}), 2.5);
  EXPECT_DOUBLE_EQ(GeometricMean(std::vector<double>{1, 4}), 2);
}

TEST(Stats, BoxPlotWhiskersStopAtTheLastValueInReach) {
  const BoxPlot box = MakeBoxPlot({1, 2, 3, 4, 5, 100});
  EXPECT_DOUBLE_EQ(box.median, 3.5);
  EXPECT_DOUBLE_EQ(box.lower, 2.25);
  EXPECT_DOUBLE_EQ(box.upper, 4.75);
  EXPECT_DOUBLE_EQ(box.high_whisker, 5);
  EXPECT_DOUBLE_EQ(box.low_whisker, 1);
  EXPECT_EQ(box.outliers, std::vector<double>{100});
}

TEST(Stats, ASampleAgainstItself) {
  const std::vector<double> sample = {5, 1, 9, 9, 3, 12, 7, 7, 20, 4};
  EXPECT_DOUBLE_EQ(A12(sample, sample), 0.5);
  EXPECT_DOUBLE_EQ(MannWhitney(sample, sample), 1);
  const std::vector<double> equal(9, 4.0);
  EXPECT_DOUBLE_EQ(MannWhitney(equal, equal), 1);
}

TEST(Stats, EffectSizeSaysHowOftenTheFirstIsLarger) {
  EXPECT_DOUBLE_EQ(A12(std::vector<double>{10, 11}, std::vector<double>{1, 2, 3}), 1);
  EXPECT_DOUBLE_EQ(A12(std::vector<double>{1, 2}, std::vector<double>{10, 11}), 0);
  EXPECT_DOUBLE_EQ(A12(std::vector<double>{1, 3}, std::vector<double>{2, 3}), (0 + 0 + 1 + 0.5) / 4);
}

// Computed by hand: of the 20 ways to draw three of six ranks, two are as extreme as {1, 2, 3}.
TEST(Stats, SmallSamplesAreExact) {
  EXPECT_NEAR(MannWhitney(std::vector<double>{1, 2, 3}, std::vector<double>{4, 5, 6}), 0.1, 1e-12);
}

// 50 against 50 without overlap: z = (1250 - 0.5) / sqrt(50 * 50 * 101 / 12).
TEST(Stats, LargeSamplesAreNormal) {
  std::vector<double> low, high;
  for (int i = 0; i < 50; ++i) low.push_back(i), high.push_back(100 + i);
  EXPECT_NEAR(MannWhitney(low, high), std::erfc(1249.5 / std::sqrt(50 * 50 * 101 / 12.0) / std::sqrt(2.0)), 1e-20);
}

// Acceptance check 13: the printed means follow from the printed tables.
TEST(CappPaper, MeansAreThoseOfTheTables) {
  for (bool stateful : {true, false}) {
    const auto& rows = stateful ? paper::Stateful() : paper::Stateless();
    EXPECT_EQ(rows.size(), stateful ? 14u : 12u);
    for (std::size_t h = 0; h < 14; ++h) {
      std::vector<double> column;
      for (const paper::Row& row : rows) column.push_back(row.speedup[h]);
      const bool known_misprint = !stateful && paper::kHeuristics[h] == "LA";
      EXPECT_NEAR(GeometricMean(column), paper::Means(stateful)[h], known_misprint ? 0.2 : 0.1) << paper::kHeuristics[h];
    }
  }
}

// Values of the usual tables: n = 6, all in one direction: 2 / 64.
TEST(Wilcoxon, SignedRank) {
  const std::vector<double> a = {1, 2, 3, 4, 5, 6}, b = {2, 4, 6, 8, 10, 12}, same = a;
  EXPECT_NEAR(WilcoxonSignedRank(a, b), 0.03125, 1e-9);
  EXPECT_EQ(WilcoxonSignedRank(a, same), 1);
  const std::vector<double> ties = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, base = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_LT(WilcoxonSignedRank(ties, base), 0.01);
}

}  // namespace
}  // namespace reweave::inline evaluate
