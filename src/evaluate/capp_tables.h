// What the tables of CAPP's evaluation show, from the costs of all explorations.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/capp_bench.h"
#include "evaluate/capp_paper.h"
#include "evaluate/stats.h"

namespace reweave::inline evaluate {

inline constexpr std::array<std::string_view, 4> kShown = {"MA", "MOA", "LA", "LOA"};  // where variants stand side by side

class CappTables {
 public:
  explicit CappTables(const CappBenchResult& result) : result_(result) {}

  const Cost* Find(const std::string& subject, bool stateful, std::string_view heuristic, int seed = 0) const {
    const auto found = result_.costs.find({subject, stateful, std::string(heuristic), seed});
    return found == result_.costs.end() ? nullptr : &found->second;
  }

  // cost(BASIC) / cost(heuristic); none if either was cut off.
  std::optional<double> Speedup(const std::string& subject, bool stateful, std::string_view heuristic) const {
    const Cost *basic = Find(subject, stateful, "BASIC"), *other = Find(subject, stateful, heuristic);
    if (!basic || !other || basic->censored || other->censored) return std::nullopt;
    return static_cast<double>(basic->value) / static_cast<double>(std::max<std::uint64_t>(1, other->value));
  }

  // What the table shows: ">" where BASIC was cut off, "<" where the heuristic was, "-" where both were.
  std::string SpeedupText(const std::string& subject, bool stateful, std::string_view heuristic) const {
    const Cost *basic = Find(subject, stateful, "BASIC"), *other = Find(subject, stateful, heuristic);
    if (!basic || !other) return "";
    if (basic->censored && other->censored) return "-";
    const double ratio = static_cast<double>(basic->value) / static_cast<double>(std::max<std::uint64_t>(1, other->value));
    return (basic->censored ? ">" : other->censored ? "<" : "") + Short(ratio);
  }

  static std::string Short(double ratio) { return ratio < 0.095 ? fmt::format("{:.2f}", ratio) : fmt::format("{:.1f}", ratio); }

  std::vector<std::string> Columns(bool stateful) const {
    std::vector<std::string> out(paper::kHeuristics.begin(), paper::kHeuristics.end());
    if (!stateful) out.push_back("auto");
    return out;
  }

  // `bare`: of subjects that have such a variant, that one.
  double Mean(bool stateful, std::string_view heuristic, bool bare = false) const {
    std::vector<double> values;
    for (const Subject& s : result_.subjects)
      if (stateful ? s.stateful : s.stateless)
        if (auto speedup = Speedup(s.name + std::string(bare && !s.extras.empty() ? kBare : ""), stateful, heuristic))
          values.push_back(*speedup);
    return GeometricMean(values);
  }

  static std::string CostText(const Cost& cost) { return (cost.censored ? ">" : "") + std::to_string(cost.value); }

  static const paper::Row* PaperRow(const std::string& subject, bool stateful) {
    const auto& rows = stateful ? paper::Stateful() : paper::Stateless();
    const auto found = std::ranges::find(rows, subject, &paper::Row::subject);
    return found == rows.end() ? nullptr : &*found;
  }

  // All costs of the randomised order; censored ones are larger than all others.
  std::vector<double> Sample(const std::string& subject, bool stateful, std::string_view heuristic) const {
    std::vector<double> out;
    for (int seed = 1; seed <= result_.seeds; ++seed)
      if (const Cost* cost = Find(subject, stateful, heuristic, seed))
        out.push_back(cost->censored ? 1e18 : static_cast<double>(cost->value));
    return out;
  }

  // Costs of all subjects, each scaled by its BASIC median.
  std::vector<double> Pooled(bool stateful, std::string_view heuristic) const {
    std::vector<double> out;
    for (const Subject& s : result_.subjects) {
      if (!(stateful ? s.stateful : s.stateless)) continue;
      const double median = Median(Sample(s.name, stateful, "BASIC"));
      if (median <= 0 || median >= 1e18) continue;
      for (double cost : Sample(s.name, stateful, heuristic)) out.push_back(cost >= 1e18 ? 1e18 : cost / median);
    }
    return out;
  }

 private:
  const CappBenchResult& result_;
};

bool Has(const CappBenchResult& result, bool stateful);
std::pair<std::string, double> Best(const CappTables& tables, bool stateful, bool bare);

}  // namespace reweave::inline evaluate
