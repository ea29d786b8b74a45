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

}  // namespace

std::string CappMarkdown(const CappBenchResult& result) {
  std::string out = Sizes(result);
  for (const bool stateful : {false, true}) {
    if (!Has(result, stateful)) continue;
    out += DefaultOrder(result, stateful);
    if (!result.bare.empty()) out += Bare(result, stateful);
  }
  return out + fmt::format("\n`>` and `<`: BASIC or the heuristic was cut off at {} or by time, and is left out of the means, "
                           "which are geometric "
                           "and over the subjects of the published table.\n",
                           result.limit);
}

}  // namespace reweave::inline evaluate
