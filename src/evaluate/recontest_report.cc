// The evaluation of comparing runs as text, CSV and one HTML page. The paper's tables are not to be had; its text says that all
// thirteen bugs were found, with four orders of magnitude less work than stress testing and plain prediction.
#include <fmt/format.h>

#include <algorithm>

#include "evaluate/recontest_bench.h"
#include "evaluate/stats.h"

namespace reweave::inline evaluate {

namespace {

std::string Runs(const RunsToBug& runs) { return fmt::format("{}{}", runs.found ? "" : ">", runs.runs); }
double Share(const RecontestRow& row) {
  return row.compared.Number("accesses") == 0 ? 0
                                              : 100.0 * static_cast<double>(row.compared.Number("impacted")) /
                                                    static_cast<double>(row.compared.Number("accesses"));
}

double Fewer(const RecontestRow& row) {
  return static_cast<double>(std::max<std::uint64_t>(1, row.compared.Number("candidates_pta"))) /
         static_cast<double>(std::max<std::uint64_t>(1, row.compared.Number("candidates_selected")));
}

struct Totals {
  std::size_t found = 0, no_worse_than_random = 0;
  std::size_t missed = 0;                // found by plain prediction, not by the comparison
  std::size_t censored = 0;              // of stress
  std::vector<const RecontestRow*> few;  // under 10 % of the accesses are impacted
  double against_stress = 0, against_prediction = 0, fewer_candidates = 0;
};

Totals TotalsOf(const RecontestBenchResult& result) {
  Totals out;
  std::vector<double> stress, prediction, candidates;
  for (const RecontestRow& row : result.rows) {
    out.found += row.recontest.found;
    out.no_worse_than_random += row.recontest.found && static_cast<double>(row.recontest.runs) <= row.random_median;
    const double own = static_cast<double>(std::max<std::uint64_t>(1, row.recontest.runs));
    stress.push_back(static_cast<double>(row.stress.runs) / own);
    prediction.push_back(static_cast<double>(std::max<std::uint64_t>(1, row.prediction.runs)) / own);
    candidates.push_back(Fewer(row));
    out.missed += row.prediction.found && !row.recontest.found;
    out.censored += !row.stress.found;
    if (Share(row) < 10) out.few.push_back(&row);
  }
  out.against_stress = GeometricMean(stress), out.against_prediction = GeometricMean(prediction),
  out.fewer_candidates = GeometricMean(candidates);
  return out;
}

std::string TotalsText(const RecontestBenchResult& result) {
  const Totals totals = TotalsOf(result);
  std::string few;
  for (const RecontestRow* row : totals.few)
    few += fmt::format("{}{} {:.0f} times ({} of {})", few.empty() ? "" : ", ", row->subject.name, Fewer(*row),
                       row->compared.Number("candidates_selected"), row->compared.Number("candidates_pta"));
  return fmt::format(
      "{} of {} bugs found; {} that plain prediction finds are missed; no more runs than random's median in {}; stress cut off "
      "in {}\n"
      "geometric means: {:.1f} times fewer candidates than without the impact, {:.1f} times fewer runs than plain prediction, "
      "{:.1f} times fewer than native stress (runs cut off count as they are: a lower bound)\n"
      "fewer candidates where under 10 % of the accesses are impacted: {}\n",
      totals.found, result.rows.size(), totals.missed, totals.no_worse_than_random, totals.censored, totals.fewer_candidates,
      totals.against_prediction, totals.against_stress, few.empty() ? "no such subject" : few);
}

const std::vector<std::string> kColumns = {"subject",   "events",   "accesses", "impacted",  "share %", "pta",
                                           "selected",  "feasible", "new",      "confirmed", "runs",    "seconds",
                                           "pta feas.", "pta runs", "pta sec.", "random",    "stress",  "stress s"};

std::vector<std::string> Cells(const RecontestRow& row) {
  const TechniqueReport& r = row.compared;
  return {row.subject.name,
          fmt::format("{}/{}", row.old_events, row.new_events),
          std::to_string(r.Number("accesses")),
          std::to_string(r.Number("impacted")),
          fmt::format("{:.0f}", Share(row)),
          std::to_string(r.Number("candidates_pta")),
          std::to_string(r.Number("candidates_selected")),
          std::to_string(r.Number("feasible")),
          std::to_string(r.Number("new")),
          std::to_string(r.Number("confirmed")),
          Runs(row.recontest),
          fmt::format("{:.2f}", row.recontest.seconds),
          std::to_string(row.plain.Number("feasible")),
          Runs(row.prediction),
          fmt::format("{:.2f}", row.prediction.seconds),
          fmt::format("{:.0f}", row.random_median),
          Runs(row.stress),
          fmt::format("{:.1f}", row.stress.seconds)};
}

}  // namespace

std::string RecontestTableText(const RecontestBenchResult& result) {
  std::string out;
  for (std::size_t c = 0; c < kColumns.size(); ++c) out += fmt::format("{:>{}} ", kColumns[c], c == 0 ? 16 : 10);
  out += "\n";
  for (const RecontestRow& row : result.rows) {
    const auto cells = Cells(row);
    for (std::size_t c = 0; c < cells.size(); ++c) out += fmt::format("{:>{}} ", cells[c], c == 0 ? 16 : 10);
    out += "\n";
  }
  return out + TotalsText(result);
}

std::string RecontestMarkdown(const RecontestBenchResult& result) {
  std::string out = "|", rule = "|";
  for (const std::string& column : kColumns) out += " " + column + " |", rule += "---|";
  out += "\n" + rule + "\n";
  for (const RecontestRow& row : result.rows) {
    out += "|";
    for (const std::string& cell : Cells(row)) out += " " + cell + " |";
    out += "\n";
  }
  return out + "\n" + TotalsText(result);
}

namespace {

std::size_t Reached(const RecontestBenchResult& result) {
  return static_cast<std::size_t>(
      std::ranges::count_if(result.rows, [](const RecontestRow& row) { return row.recontest.found; }));
}

std::vector<std::string> AloneCells(const RecontestRow& row) {
  const TechniqueReport& r = row.compared;
  return {row.subject.name,
          row.subject.error,
          fmt::format("{} of {}", r.Number("impacted"), r.Number("accesses")),
          std::to_string(r.Number("candidates_selected")),
          std::to_string(r.Number("new")),
          std::to_string(r.Number("confirmed")),
          Runs(row.recontest),
          row.found.empty() ? "nothing" : row.found};
}
const std::vector<std::string> kAloneColumns = {"pair", "fault", "impacted", "selected", "new", "confirmed", "runs", "found"};

}  // namespace

std::string RecontestAloneText(const RecontestBenchResult& result) {
  std::string out =
      fmt::format("\nCAPP's pairs, recontest alone: {} of {} failures reached\n", Reached(result), result.rows.size());
  for (const std::string& column : kAloneColumns) out += fmt::format("{:>17}", column);
  out += "\n";
  for (const RecontestRow& row : result.rows) {
    for (const std::string& cell : AloneCells(row)) out += fmt::format("{:>17}", cell);
    out += "\n";
  }
  return out;
}

std::string RecontestAloneMarkdown(const RecontestBenchResult& result) {
  std::string out = fmt::format("\nThe fifteen pairs of `subjects/capp`, `recontest` alone: {} of {} failures reached.\n\n|",
                                Reached(result), result.rows.size());
  std::string rule = "|";
  for (const std::string& column : kAloneColumns) out += " " + column + " |", rule += "---|";
  out += "\n" + rule + "\n";
  for (const RecontestRow& row : result.rows) {
    out += "|";
    for (const std::string& cell : AloneCells(row)) out += " " + cell + " |";
    out += "\n";
  }
  return out;
}

std::string RecontestCsv(const RecontestBenchResult& result) {
  std::string out =
      "subject,old_events,new_events,accesses,impacted,impacted_share,candidates_pta,candidates_selected,feasible,new,"
      "confirmed,runs,found,seconds,"
      "prediction_feasible,prediction_confirmed,prediction_runs,prediction_found,prediction_seconds,"
      "random_seeds,random_found,random_median,stress_runs,stress_found,stress_seconds\n";
  for (const RecontestRow& row : result.rows) {
    const TechniqueReport& r = row.compared;
    out += fmt::format("{},{},{},{},{},{:.4f},{},{},{},{},{},{},{},{:.3f},", row.subject.name, row.old_events, row.new_events,
                       r.Number("accesses"), r.Number("impacted"), Share(row) / 100, r.Number("candidates_pta"),
                       r.Number("candidates_selected"), r.Number("feasible"), r.Number("new"), r.Number("confirmed"),
                       row.recontest.runs, row.recontest.found, row.recontest.seconds);
    out += fmt::format("{},{},{},{},{:.3f},{},{},{},{},{},{:.3f}\n", row.plain.Number("feasible"), row.plain.Number("confirmed"),
                       row.prediction.runs, row.prediction.found, row.prediction.seconds, row.random.size(),
                       std::ranges::count(row.random, true, &RunsToBug::found), row.random_median, row.stress.runs,
                       row.stress.found, row.stress.seconds);
  }
  return out;
}

std::string RecontestHtml(const RecontestBenchResult& result) {
  std::string out =
      "<!doctype html><meta charset=\"utf-8\"><title>Only the interleavings that a change made new</title>"
      "<style>body{font:15px sans-serif;margin:2em;max-width:90em}table{border-collapse:collapse}td,th{padding:.3em "
      ".7em;text-align:right;"
      "border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}</style>"
      "<h1>Only the interleavings that a change made new</h1><p>Events of the recorded runs (old/new), shared accesses, those "
      "that "
      "the change impacted; candidate interleavings without the impact (pta) and with it (selected), those that locks and "
      "messages "
      "allow, those the old version did not have, those that a run showed. Runs until the bug failed, with seconds: led by the "
      "comparison, by prediction without it (pta), the median of random schedules, native stress. &gt;: cut off, not "
      "found.</p><table><tr>";
  for (const std::string& column : kColumns) out += "<th>" + column + "</th>";
  out += "</tr>";
  for (const RecontestRow& row : result.rows) {
    out += "<tr>";
    for (const std::string& cell : Cells(row)) out += "<td>" + (cell.starts_with(">") ? "&gt;" + cell.substr(1) : cell) + "</td>";
    out += "</tr>";
  }
  std::string totals = TotalsText(result);
  for (auto at = totals.find('\n'); at != std::string::npos; at = totals.find('\n', at + 4)) totals.replace(at, 1, "<br>");
  return out + "</table><p>" + totals + "</p>\n";
}

}  // namespace reweave::inline evaluate
