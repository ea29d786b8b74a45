// The evaluation of solving for patterns as text and CSV.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "evaluate/pcr_bench.h"
#include "evaluate/stats.h"

namespace reweave::inline evaluate {

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

struct TableText {
  std::string title;
  std::function<std::string(const PcrRow&, const PcrMeasure&)> cell;
  std::function<std::string(const PcrPublished&)> published;
};

std::uint64_t MostCovered(const PcrRow& row) {
  std::uint64_t most = 0;
  for (const PcrMeasure& m : row.techniques) most = std::max(most, m.covered);
  return most;
}

std::vector<TableText> TablesOf(const PcrBenchResult& result) {
  const int seeds = result.seeds;
  return {
      {fmt::format(
           "Schedules to the first failure, the first run included: arithmetic mean of {} seeds (> = not found by every seed)",
           seeds),
       [seeds](const PcrRow&, const PcrMeasure& m) { return Value(m, m.schedules, seeds); },
       [](const PcrPublished& p) {
         return fmt::format("PCR {:.1f}, MCR {:.1f}, MAPTest {:.1f}", p.pcr_schedules, p.mcr_schedules, p.maptest_schedules);
       }},
      {"Solver calls to the first failure, arithmetic mean",
       [](const PcrRow&, const PcrMeasure& m) { return fmt::format("{:.1f}", Mean(m.calls)); },
       [](const PcrPublished& p) { return fmt::format("PCR {:.1f}, MCR {:.1f}", p.pcr_calls, p.mcr_calls); }},
      {"Milliseconds to the first failure, start of the program and confirmation included, median (published: mean, another "
       "machine, Java)",
       [](const PcrRow&, const PcrMeasure& m) { return fmt::format("{:.1f}", Median(m.milliseconds)); },
       [](const PcrPublished& p) {
         return fmt::format("PCR {:.1f}, MCR {:.1f}, MAPTest {:.1f}", p.pcr_ms, p.mcr_ms, p.maptest_ms);
       }},
      {"Milliseconds of processor time to the first failure, ours and the program's, median",
       [](const PcrRow&, const PcrMeasure& m) { return m.cpu_ms.empty() ? "" : fmt::format("{:.1f}", Median(m.cpu_ms)); },
       [](const PcrPublished&) { return std::string(); }},
      {fmt::format(
           "Patterns covered in {} schedules: covered / estimate of all / most of any technique here / all of them together",
           result.coverage_schedules),
       [](const PcrRow& row, const PcrMeasure& m) {
         return m.tc == 0 ? std::string("n/a") : fmt::format("{}/{}/{}/{}", m.covered, m.tc, MostCovered(row), row.together);
       },
       [](const PcrPublished&) { return std::string(); }},
      {fmt::format("Patterns covered after {} schedules", fmt::join(PcrMilestones(), ", ")),
       [](const PcrRow&, const PcrMeasure& m) { return fmt::format("{}", fmt::join(m.covered_after, ", ")); },
       [](const PcrPublished&) { return std::string(); }},
      {fmt::format("Failing runs in {:g} s, searches begun again when they had nothing left (published: in 10 s)",
                   result.failing_seconds),
       [](const PcrRow&, const PcrMeasure& m) {
         return m.failing_runs == 0 ? std::string("n/a") : fmt::format("{} of {}", m.failing, m.failing_runs);
       },
       [](const PcrPublished& p) { return fmt::format("PCR {:.1f}, MAPTest {:.1f}", p.pcr_failing, p.maptest_failing); }},
      {"Schedules of pcr against the other's over the seeds: p of Wilcoxon's signed-rank test (published: against MAPTest)",
       [](const PcrRow& row, const PcrMeasure& m) {
         if (&m == &row.techniques[0] || m.schedules.size() != row.techniques[0].schedules.size()) return std::string();
         return fmt::format("{:.3f}", WilcoxonSignedRank(row.techniques[0].schedules, m.schedules));
       },
       [](const PcrPublished& p) { return fmt::format("PCR {:.1f}, MAPTest {:.1f}", p.pcr_schedules, p.maptest_schedules); }},
  };
}

// One line a comparison of pcr with another technique.
std::vector<std::string> Comparisons(const PcrBenchResult& result) {
  const auto& names = PcrTechniques();
  std::vector<std::string> out;
  std::vector<std::vector<double>> schedules(names.size()), times(names.size()), cpu(names.size());
  double solver = 0, total = 0;
  for (const PcrRow& row : result.rows) {
    for (std::size_t t = 0; t < row.techniques.size(); ++t) {
      schedules[t].push_back(Mean(row.techniques[t].schedules));
      times[t].push_back(Median(row.techniques[t].milliseconds));
      cpu[t].push_back(Median(row.techniques[t].cpu_ms));
    }
    solver += Mean(row.techniques[0].solver_ms), total += Mean(row.techniques[0].milliseconds);
  }
  const auto wins = [](const std::vector<double>& a, const std::vector<double>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += a[i] <= b[i];
    return count;
  };
  for (std::size_t t = 1; t < names.size(); ++t) {
    std::string line = fmt::format("pcr against {}: mean schedules {:.2f} to {:.2f}, as few or fewer on {} of {}, p {:.3f}; mean "
                                   "of median ms {:.0f} to {:.0f}, "
                                   "as fast or faster on {}, p {:.3f}",
                                   names[t], Mean(schedules[0]), Mean(schedules[t]), wins(schedules[0], schedules[t]),
                                   schedules[t].size(), WilcoxonSignedRank(schedules[0], schedules[t]), Mean(times[0]),
                                   Mean(times[t]), wins(times[0], times[t]), WilcoxonSignedRank(times[0], times[t]));
    if (names[t] != "stress")
      line += fmt::format("; processor time {:.0f} to {:.0f} ms, as little or less on {}", Mean(cpu[0]), Mean(cpu[t]),
                          wins(cpu[0], cpu[t]));
    out.push_back(line + " (Wilcoxon signed-rank over subjects)");
  }
  if (total > 0) out.push_back(fmt::format("solving took {:.2f} % of pcr's time", 100 * solver / total));
  out.push_back(
      "published means over twenty classes: schedules PCR 4.07, MCR 5.30, MAPTest 79.78; solver calls PCR 16.7, MCR 33.0");
  return out;
}

}  // namespace

std::string PcrTableText(const PcrBenchResult& result) {
  std::string out;
  for (const TableText& table : TablesOf(result)) {
    out += table.title + "\n" + Header("subject") + "   published\n";
    for (const PcrRow& row : result.rows) {
      out += fmt::format("{:>20} ", row.subject.name);
      for (const PcrMeasure& m : row.techniques) out += fmt::format("{:>13} ", table.cell(row, m));
      const PcrPublished* paper = PublishedPcr(row.subject.origin);
      out += (paper != nullptr ? "   " + table.published(*paper) : "") + "\n";
    }
    out += "\n";
  }
  for (const std::string& line : Comparisons(result)) out += line + "\n";
  return out;
}

std::string PcrMarkdown(const PcrBenchResult& result) {
  std::string out = fmt::format("# PCR: measured beside the paper\n\nMade by `reweave bench pcr --seeds {}`. The definitions are "
                                "in [PCR](../techniques/pcr.md), the "
                                "subjects in `subjects/pcr`.\nA search ends after {} schedules or its time limit. Times of the "
                                "paper are of Java programs on "
                                "another machine: compare\nshapes, not numbers.\n",
                                result.seeds, result.limit);
  for (const TableText& table : TablesOf(result)) {
    out += fmt::format("\n## {}\n\n| subject | class |", table.title);
    for (const std::string& name : PcrTechniques()) out += fmt::format(" {} |", name);
    out += " published |\n|---|---|---|";
    for (std::size_t i = 0; i < PcrTechniques().size(); ++i) out += "---|";
    out += "\n";
    for (const PcrRow& row : result.rows) {
      out += fmt::format("| {} | {} |", row.subject.name, row.subject.origin);
      for (const PcrMeasure& m : row.techniques) out += fmt::format(" {} |", table.cell(row, m));
      const PcrPublished* paper = PublishedPcr(row.subject.origin);
      out += fmt::format(" {} |\n", paper != nullptr ? table.published(*paper) : "");
    }
  }
  out += "\n## Over the subjects\n\n";
  for (const std::string& line : Comparisons(result)) out += fmt::format("- {}\n", line);
  return out;
}

std::string PcrCsv(const PcrBenchResult& result) {
  std::string out = "subject,origin,technique,seed,schedules,solver_calls,solver_ms,ms,found_of_all_seeds,covered,tc,together,"
                    "failing,failing_runs\n";
  for (const PcrRow& row : result.rows) {
    for (std::size_t t = 0; t < row.techniques.size(); ++t) {
      const PcrMeasure& m = row.techniques[t];
      for (std::size_t s = 0; s < m.schedules.size(); ++s)
        out += fmt::format("{},\"{}\",{},{},{},{},{:.3f},{:.3f},{},{},{},{},{},{}\n", row.subject.name, row.subject.origin,
                           PcrTechniques()[t], s + 1, m.schedules[s], s < m.calls.size() ? m.calls[s] : 0,
                           s < m.solver_ms.size() ? m.solver_ms[s] : 0, m.milliseconds[s], m.found, m.covered, m.tc, row.together,
                           m.failing, m.failing_runs);
    }
  }
  return out;
}

}  // namespace reweave::inline evaluate
