// The evaluation of solving for patterns as text and CSV.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "evaluate/pcr_bench.h"
#include "evaluate/stats.h"

namespace reweave {

namespace {

double Mean(const std::vector<double>& values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::string Value(const PcrMeasure& m, const std::vector<double>& values, int seeds) {
  return fmt::format("{}{:.1f}", m.found < seeds ? ">" : "", Mean(values));
}

std::string Header(const std::string& first) {
  std::string out = fmt::format("{:>20} ", first);
  for (const std::string& name : PcrTechniques()) out += fmt::format("{:>13} ", name);
  return out;
}

}  // namespace

std::string PcrTableText(const PcrBenchResult& result) {
  const auto& names = PcrTechniques();
  const auto table = [&](const std::string& title, auto cell, auto published) {
    std::string out = title + "\n" + Header("subject") + "   published\n";
    for (const PcrRow& row : result.rows) {
      out += fmt::format("{:>20} ", row.subject.name);
      for (const PcrMeasure& m : row.techniques) out += fmt::format("{:>13} ", cell(m));
      const PcrPublished* paper = PublishedPcr(row.subject.origin);
      out += paper != nullptr ? "   " + published(*paper) : "";
      out += "\n";
    }
    return out + "\n";
  };
  std::string out = table(
      fmt::format("schedules to the first failure, arithmetic mean of {} seeds (> = not found by every seed)", result.seeds),
      [&](const PcrMeasure& m) { return Value(m, m.schedules, result.seeds); },
      [](const PcrPublished& p) {
        return fmt::format("PCR {:.1f}, MCR {:.1f}, MAPTest {:.1f}", p.pcr_schedules, p.mcr_schedules, p.maptest_schedules);
      });
  out += table(
      "solver calls to the first failure, arithmetic mean",
      [](const PcrMeasure& m) { return fmt::format("{:.1f}", Mean(m.calls)); },
      [](const PcrPublished& p) { return fmt::format("PCR {:.1f}, MCR {:.1f}", p.pcr_calls, p.mcr_calls); });
  out += table(
      "ms to the first failure, start of the program and confirmation included, arithmetic mean (published: another machine, "
      "Java)",
      [](const PcrMeasure& m) { return fmt::format("{:.1f}", Mean(m.milliseconds)); },
      [](const PcrPublished& p) {
        return fmt::format("PCR {:.1f}, MCR {:.1f}, MAPTest {:.1f}", p.pcr_ms, p.mcr_ms, p.maptest_ms);
      });
  out += table(
      fmt::format("patterns covered in {} schedules: covered / estimate of all / most of any technique",
                  result.coverage_schedules),
      [&](const PcrMeasure& m) { return m.tc == 0 ? std::string("n/a") : fmt::format("{}/{}", m.covered, m.tc); },
      [](const PcrPublished&) { return std::string(); });

  // Over the subjects.
  std::vector<std::vector<double>> schedules(names.size()), times(names.size());
  double solver = 0, total = 0;
  for (const PcrRow& row : result.rows) {
    for (std::size_t t = 0; t < row.techniques.size(); ++t) {
      schedules[t].push_back(Mean(row.techniques[t].schedules));
      times[t].push_back(Mean(row.techniques[t].milliseconds));
    }
    solver += Mean(row.techniques[0].solver_ms), total += Mean(row.techniques[0].milliseconds);
  }
  for (std::size_t t = 1; t < names.size(); ++t) {
    std::size_t fewer = 0, faster = 0;
    for (std::size_t i = 0; i < schedules[t].size(); ++i)
      fewer += schedules[0][i] <= schedules[t][i], faster += times[0][i] <= times[t][i];
    out +=
        fmt::format("pcr against {}: mean schedules {:.2f} to {:.2f}, as few or fewer on {} of {}, p {:.3f}; mean ms {:.0f} to "
                    "{:.0f}, as fast or faster on {}, p {:.3f} (Wilcoxon signed-rank over subjects)\n",
                    names[t], Mean(schedules[0]), Mean(schedules[t]), fewer, schedules[t].size(),
                    WilcoxonSignedRank(schedules[0], schedules[t]), Mean(times[0]), Mean(times[t]), faster,
                    WilcoxonSignedRank(times[0], times[t]));
  }
  if (total > 0) out += fmt::format("solving took {:.2f} % of pcr's time\n", 100 * solver / total);
  out += "published means over twenty classes: schedules PCR 4.07, MCR 5.30, MAPTest 79.78; solver calls PCR 16.7, MCR 33.0\n";
  return out;
}

std::string PcrCsv(const PcrBenchResult& result) {
  std::string out = "subject,origin,technique,seed,schedules,solver_calls,solver_ms,ms,found_of_all_seeds,covered,tc\n";
  for (const PcrRow& row : result.rows) {
    for (std::size_t t = 0; t < row.techniques.size(); ++t) {
      const PcrMeasure& m = row.techniques[t];
      for (std::size_t s = 0; s < m.schedules.size(); ++s)
        out += fmt::format("{},\"{}\",{},{},{},{},{:.3f},{:.3f},{},{},{}\n", row.subject.name, row.subject.origin,
                           PcrTechniques()[t], s + 1, m.schedules[s], s < m.calls.size() ? m.calls[s] : 0,
                           s < m.solver_ms.size() ? m.solver_ms[s] : 0, m.milliseconds[s], m.found, m.covered, m.tc);
    }
  }
  return out;
}

}  // namespace reweave
