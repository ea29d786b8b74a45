#include "evaluate/stats.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace reweave::inline evaluate {

namespace {

// Linear between neighbours, as R's default and NumPy's.
double Quantile(const std::vector<double>& sorted, double q) {
  if (sorted.empty()) return 0;
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

struct Ranks {
  std::vector<double> ranks;  // of a's values, then of b's; ties share their mean
  double ties = 0;            // sum of t^3 - t
};

Ranks RankAll(std::span<const double> a, std::span<const double> b) {
  std::vector<std::pair<double, std::size_t>> all;
  for (double value : a) all.push_back({value, all.size()});
  for (double value : b) all.push_back({value, all.size()});
  std::ranges::sort(all);
  Ranks out;
  out.ranks.resize(all.size());
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].first == all[i].first) ++end;
    const double rank = static_cast<double>(i + end + 1) / 2, count = static_cast<double>(end - i);
    for (std::size_t k = i; k < end; ++k) out.ranks[all[k].second] = rank;
    out.ties += count * count * count - count;
    i = end;
  }
  return out;
}

// Share of all ways to draw |a| of the ranks whose sum is as far from the mean as the observed one.
double ExactP(const std::vector<double>& ranks, std::size_t m, double observed) {
  const std::size_t n = ranks.size();
  const double mean = static_cast<double>(m) * static_cast<double>(n + 1) / 2;
  std::vector<char> chosen(n);
  std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(m), 1);
  std::uint64_t all = 0, extreme = 0;
  do {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (chosen[i]) sum += ranks[i];
    ++all;
    extreme += std::abs(sum - mean) >= std::abs(observed - mean) - 1e-9;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return static_cast<double>(extreme) / static_cast<double>(all);
}

}  // namespace

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return Quantile(values, 0.5);
}

double GeometricMean(std::span<const double> values) {
  if (values.empty()) return 0;
  double sum = 0;
  for (double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

BoxPlot MakeBoxPlot(std::vector<double> values) {
  BoxPlot out;
  if (values.empty()) return out;
  std::ranges::sort(values);
  out.lower = Quantile(values, 0.25), out.median = Quantile(values, 0.5), out.upper = Quantile(values, 0.75);
  const double reach = 1.5 * (out.upper - out.lower);
  out.low_whisker = out.lower, out.high_whisker = out.upper;
  for (double value : values) {
    if (value < out.lower - reach || value > out.upper + reach) out.outliers.push_back(value);
    else out.low_whisker = std::min(out.low_whisker, value), out.high_whisker = std::max(out.high_whisker, value);
  }
  return out;
}

double MannWhitney(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 1;
  const Ranks ranks = RankAll(a, b);
  const double sum = std::accumulate(ranks.ranks.begin(), ranks.ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), 0.0);
  const auto m = static_cast<double>(a.size()), n = static_cast<double>(b.size());
  // Enumerating is for small samples only; one small and one large sample would take for ever.
  if (std::min(a.size(), b.size()) < 8 && a.size() + b.size() <= 20) return ExactP(ranks.ranks, a.size(), sum);
  const double u = sum - m * (m + 1) / 2, all = m + n;
  const double variance = m * n / 12 * (all + 1 - ranks.ties / (all * (all - 1)));
  if (variance <= 0) return 1;
  const double distance = std::max(0.0, std::abs(u - m * n / 2) - 0.5);
  return std::min(1.0, std::erfc(distance / std::sqrt(variance) / std::sqrt(2.0)));
}

double A12(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 0.5;
  const Ranks ranks = RankAll(a, b);
  const double sum = std::accumulate(ranks.ranks.begin(), ranks.ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), 0.0);
  const auto m = static_cast<double>(a.size()), n = static_cast<double>(b.size());
  return (sum / m - (m + 1) / 2) / n;
}

double WilcoxonSignedRank(std::span<const double> a, std::span<const double> b) {
  std::vector<std::pair<double, bool>> differences;  // size, a is larger
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (a[i] != b[i]) differences.emplace_back(std::abs(a[i] - b[i]), a[i] > b[i]);
  const std::size_t n = differences.size();
  if (n == 0) return 1;
  std::ranges::sort(differences);
  double larger = 0, tie_term = 0;
  bool ties = false;
  for (std::size_t i = 0; i < n;) {
    std::size_t end = i;
    while (end < n && differences[end].first == differences[i].first) ++end;
    const double rank = (static_cast<double>(i + end) + 1) / 2, size = static_cast<double>(end - i);
    for (std::size_t k = i; k < end; ++k) larger += differences[k].second ? rank : 0;
    ties |= size > 1, tie_term += size * size * size - size;
    i = end;
  }
  const double all = static_cast<double>(n * (n + 1)) / 2, smaller = std::min(larger, all - larger);
  if (!ties && n <= 20) {
    // How many of the 2^n ways to give signs have a sum of ranks this small.
    std::vector<double> ways(static_cast<std::size_t>(all) + 1, 0);
    ways[0] = 1;
    for (std::size_t rank = 1; rank <= n; ++rank)
      for (std::size_t sum = ways.size(); sum-- > rank;) ways[sum] += ways[sum - rank];
    double tail = 0, total = 0;
    for (std::size_t sum = 0; sum < ways.size(); ++sum) {
      total += ways[sum];
      if (static_cast<double>(sum) <= smaller) tail += ways[sum];
    }
    return std::min(1.0, 2 * tail / total);
  }
  const double count = static_cast<double>(n);
  const double variance = count * (count + 1) * (2 * count + 1) / 24 - tie_term / 48;
  const double z = (std::abs(smaller - all / 2) - 0.5) / std::sqrt(variance);
  return std::min(1.0, std::erfc(std::max(0.0, z) / std::sqrt(2.0)));
}

}  // namespace reweave::inline evaluate
