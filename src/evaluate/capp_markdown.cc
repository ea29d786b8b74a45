// The evaluation of CAPP as Markdown: the tables of docs/dev/results-capp.md.
#include <fmt/format.h>

#include <algorithm>

#include "evaluate/capp_tables.h"

namespace reweave::inline evaluate {

namespace {

std::string Rule(std::size_t columns) {
  std::string out = "|";
  for (std::size_t i = 0; i < columns; ++i) out += "---|";
  return out + "\n";
}

std::string Sizes(const CappBenchResult& result) {
  std::string out = "Table 1: subjects, ours and the paper's. Ours are renderings of the fault alone: the lines of real projects "
                    "are not in them.\n\n";
  out += "| subject | error | threads | paper | lines | paper | points | paper |\n" + Rule(8);
  for (const Subject& s : result.subjects) {
    const auto facts = result.facts.find(s.name);
    const auto row = std::ranges::find(paper::Sizes(), s.name, &paper::Size::subject);
    if (facts == result.facts.end() || row == paper::Sizes().end()) continue;
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", s.name, s.error, s.threads, row->threads,
                       facts->second.lines, row->lines, facts->second.points, row->points);
  }
  return out;
}

std::string DefaultOrder(const CappBenchResult& result, bool stateful) {
  const CappTables tables(result);
  const auto columns = tables.Columns(stateful);
  std::string out = fmt::format(
      "\nTable {}: {} search, default order. BASIC in {}, then BASIC / heuristic (above 1 is better)\n\n| subject | | BASIC |",
      stateful ? 2 : 3, stateful ? "stateful" : "stateless", stateful ? "transitions" : "schedules");
  for (const std::string& c : columns) out += " " + c + " |";
  out += "\n" + Rule(columns.size() + 3);
  for (const Subject& s : result.subjects) {
    const Cost* basic = tables.Find(s.name, stateful, "BASIC");
    if (!basic) continue;
    out += fmt::format("| {} | ours | {} |", s.name, CappTables::CostText(*basic));
    for (const std::string& c : columns) out += " " + tables.SpeedupText(s.name, stateful, c) + " |";
    const paper::Row* row = CappTables::PaperRow(s.name, stateful);
    out += "\n";
    if (!row) continue;
    out += fmt::format("| | paper | {:.0f} |", row->basic);
    for (double value : row->speedup) out += " " + CappTables::Short(value) + " |";
    out += stateful ? "\n" : " - |\n";
  }
  out += "| mean | ours | |";
  for (const std::string& c : columns) out += " " + CappTables::Short(tables.Mean(stateful, c)) + " |";
  out += "\n| | fault only | |";
  for (const std::string& c : columns) out += " " + CappTables::Short(tables.Mean(stateful, c, true)) + " |";
  out += "\n| | paper | |";
  for (double mean : paper::Means(stateful)) out += " " + CappTables::Short(mean) + " |";
  return out + (stateful ? "\n" : " - |\n");
}

std::string Bare(const CappBenchResult& result, bool stateful) {
  const CappTables tables(result);
  std::string out = fmt::format(
      "\nWith, and without the code that no description of the fault names, {} search:\n\n| subject | BASIC | without | paper |",
      stateful ? "stateful" : "stateless");
  for (std::string_view h : kShown) out += fmt::format(" {} | without |", h);
  out += " left out |\n" + Rule(5 + 2 * kShown.size());
  for (const Subject& s : result.bare) {
    const std::string name = s.name.substr(0, s.name.size() - kBare.size());
    const Cost *with = tables.Find(name, stateful, "BASIC"), *bare = tables.Find(s.name, stateful, "BASIC");
    if (!with || !bare) continue;
    const paper::Row* row = CappTables::PaperRow(name, stateful);
    out += fmt::format("| {} | {} | {} | {} |", name, CappTables::CostText(*with), CappTables::CostText(*bare),
                       row ? fmt::format("{:.0f}", row->basic) : "-");
    for (std::string_view h : kShown)
      out += fmt::format(" {} | {} |", tables.SpeedupText(name, stateful, h), tables.SpeedupText(s.name, stateful, h));
    out += " " + s.extras + " |\n";
  }
  const auto with = Best(tables, stateful, false), bare = Best(tables, stateful, true);
  return out + fmt::format("\nBest heuristic: {} with {:.2f}; with the faults only {} with {:.2f}.\n", with.first, with.second,
                           bare.first, bare.second);
}

// Where a heuristic stands against BASIC: p below 0.05, and which side of 0.5 the effect is on.
const char* Verdict(double p, double a12) { return p >= 0.05 ? "no difference" : a12 > 0.5 ? "better" : "worse"; }

std::string RandomOrder(const CappBenchResult& result, bool stateful) {
  const CappTables tables(result);
  std::string out = fmt::format(
      "\nTable {}: {} search, random orders. Mann-Whitney p and A12 of all subjects' costs against BASIC's (A12 above 0.5 is "
      "better). At most {} orders of each subject, as many as fit into {:.0f} s of exploring (the next table says how "
      "many).\n\n| |",
      stateful ? 6 : 7, stateful ? "stateful" : "stateless", result.seeds,
      std::chrono::duration<double>(result.random_budget).count());
  for (std::string_view h : paper::kHeuristics) out += fmt::format(" {} |", h);
  out += "\n" + Rule(15);
  const paper::Randomised published = paper::RandomOrder(stateful);
  const auto basic = tables.Pooled(stateful, "BASIC");
  std::string p = "| p ours |", a = "| A12 ours |", p_paper = "\n| p paper |", a_paper = "\n| A12 paper |", other;
  for (std::size_t h = 0; h < 14; ++h) {
    const auto sample = tables.Pooled(stateful, paper::kHeuristics[h]);
    const double value = std::max(1e-4, MannWhitney(basic, sample)), effect = A12(basic, sample);
    p += fmt::format(" {:.4f} |", value), a += fmt::format(" {:.2f} |", effect);
    p_paper += fmt::format(" {:.4f} |", published.p[h]), a_paper += fmt::format(" {:.2f} |", published.a12[h]);
    const std::string_view ours = Verdict(value, effect), theirs = Verdict(published.p[h], published.a12[h]);
    if (ours != theirs)
      other += fmt::format("{}{} ({}; the paper: {})", other.empty() ? "" : ", ", paper::kHeuristics[h], ours, theirs);
  }
  out += p + p_paper + "\n" + a + a_paper + "\n\n";
  out += other.empty() ? "Ours says of each heuristic what the paper says.\n" : "Ours contradicts the paper on " + other + ".\n";
  out += "\n| subject | orders | cut off | BASIC, quartiles |";
  for (std::string_view h : kShown) out += fmt::format(" {} / BASIC |", h);
  out += "\n" + Rule(4 + kShown.size());
  for (const Subject& s : result.subjects) {
    const auto costs = tables.Sample(s.name, stateful, "BASIC");
    if (costs.empty()) continue;
    const auto cut = std::ranges::count_if(costs, [](double cost) { return cost >= 1e18; });
    // A quartile may lie between a cost and one that was cut off: no search has so many schedules.
    constexpr double kMostCost = 1e12;
    const auto text = [](double cost) { return cost >= kMostCost ? std::string("cut off") : fmt::format("{:.0f}", cost); };
    const BoxPlot box = MakeBoxPlot(costs);
    out += fmt::format("| {} | {} | {} | {} / {} / {} |", s.name, costs.size(), cut, text(box.lower), text(box.median),
                       text(box.upper));
    for (std::string_view h : kShown) {
      const double median = Median(tables.Sample(s.name, stateful, h));
      const bool known = median < kMostCost && box.median < kMostCost && box.median > 0;
      out += known ? fmt::format(" {} |", CappTables::Short(median / box.median)) : " - |";
    }
    out += "\n";
  }
  return out;
}

// Of the default order: what the paper's table says otherwise.
std::string Contradictions(const CappBenchResult& result, bool stateful) {
  const CappTables tables(result);
  const auto means = paper::Means(stateful);
  std::string other;
  for (std::size_t h = 0; h < 14; ++h) {
    const double ours = tables.Mean(stateful, paper::kHeuristics[h]);
    const auto side = [](double mean) { return mean >= 1.05 ? 1 : mean <= 0.95 ? -1 : 0; };
    if (ours > 0 && side(ours) != side(means[h]))
      other += fmt::format("{}{} ({}, the paper {})", other.empty() ? "" : ", ", paper::kHeuristics[h], CappTables::Short(ours),
                           CappTables::Short(means[h]));
  }
  return other.empty()
             ? ""
             : fmt::format("\nOn average ours gains where the paper's loses, or the other way round, with {}.\n", other);
}

}  // namespace

std::string CappMarkdown(const CappBenchResult& result) {
  std::string out = Sizes(result);
  for (const bool stateful : {false, true}) {
    if (!Has(result, stateful)) continue;
    out += DefaultOrder(result, stateful);
    out += Contradictions(result, stateful);
    if (!result.bare.empty()) out += Bare(result, stateful);
    if (result.seeds > 0) out += RandomOrder(result, stateful);
  }
  if (result.measured_before > 0)
    out += fmt::format("\n{} of the {} costs were measured by the same program before it was stopped and started again.\n",
                       result.measured_before, result.costs.size());
  return out + fmt::format("\n`>` and `<`: BASIC or the heuristic was cut off at {} or by time, and is left out of the means, "
                           "which are geometric "
                           "and over the subjects of the published table.\n",
                           result.limit);
}

}  // namespace reweave::inline evaluate
