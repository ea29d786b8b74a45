// Statistics for comparing heuristics and strategies: medians, box plots, significance.
#pragma once

#include <span>
#include <vector>

namespace reweave::inline evaluate {

double Median(std::vector<double> values);  // 0 for none
// Of positive values; 0 for none.
double GeometricMean(std::span<const double> values);

struct BoxPlot {
  double low_whisker = 0, lower = 0, median = 0, upper = 0, high_whisker = 0;
  std::vector<double> outliers;  // beyond 1.5 times the distance of the quartiles
};
BoxPlot MakeBoxPlot(std::vector<double> values);

// Two-sided Mann-Whitney U: normal approximation with corrections for ties and continuity; exact if a sample has fewer than 8
// values.
double MannWhitney(std::span<const double> a, std::span<const double> b);

// Two-sided Wilcoxon signed-rank over pairs; differences of 0 are left out. Exact up to 20 pairs without ties, else normal
// approximation with corrections for ties and continuity. 1 if there is no difference.
double WilcoxonSignedRank(std::span<const double> a, std::span<const double> b);

// Vargha-Delaney: P(a > b) + P(a = b) / 2. With a = cost of the plain search, above 0.5 means that b is better.
double A12(std::span<const double> a, std::span<const double> b);

}  // namespace reweave::inline evaluate
