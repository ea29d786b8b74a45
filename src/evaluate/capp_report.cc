// The evaluation as text, CSV and one HTML page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluate/capp_bench.h"
#include "evaluate/capp_paper.h"
#include "evaluate/capp_tables.h"
#include "evaluate/stats.h"

namespace reweave::inline evaluate {

bool Has(const CappBenchResult& result, bool stateful) {
  return std::ranges::any_of(result.costs, [&](const auto& entry) { return entry.first.stateful == stateful; });
}

// The best heuristic by its mean over the subjects of the published table.
std::pair<std::string, double> Best(const CappTables& tables, bool stateful, bool bare) {
  std::pair<std::string, double> best;
  for (std::string_view h : paper::kHeuristics)
    if (const double mean = tables.Mean(stateful, h, bare); mean > best.second) best = {std::string(h), mean};
  return best;
}

namespace {

void DefaultOrderText(const CappBenchResult& result, bool stateful, std::string& out) {
  const CappTables tables(result);
  const auto columns = tables.Columns(stateful);
  out += fmt::format("\n{}, default order: cost of BASIC in {}, then BASIC / heuristic (above 1 is better)\n",
                     stateful ? "Stateful search, depth first (Table 2)" : "Stateless search, at most two preemptions (Table 3)",
                     stateful ? "transitions" : "schedules");
  out += fmt::format("{:<17}{:<6}{:>8}", "subject", "", "BASIC");
  for (const std::string& c : columns) out += fmt::format("{:>8}", c);
  out += "\n";
  for (const Subject& s : result.subjects) {
    const Cost* basic = tables.Find(s.name, stateful, "BASIC");
    if (!basic) continue;
    out += fmt::format("{:<17}{:<6}{:>8}", s.name + (s.mechanism == "inferred" ? "*" : ""), "ours",
                       (basic->censored ? ">" : "") + std::to_string(basic->value));
    for (const std::string& c : columns) out += fmt::format("{:>8}", tables.SpeedupText(s.name, stateful, c));
    out += "\n";
    const paper::Row* row = CappTables::PaperRow(s.name, stateful);
    out += fmt::format("{:<17}{:<6}{:>8}", "", "paper", row ? fmt::format("{:.0f}", row->basic) : "-");
    for (std::size_t h = 0; row && h < 14; ++h) out += fmt::format("{:>8}", CappTables::Short(row->speedup[h]));
    out += "\n";
  }
  out += fmt::format("{:<17}{:<6}{:>8}", "geometric mean", "ours", "");
  for (const std::string& c : columns) out += fmt::format("{:>8}", CappTables::Short(tables.Mean(stateful, c)));
  out += fmt::format("\n{:<17}{:<6}{:>8}", "", "paper", "");
  for (double mean : paper::Means(stateful)) out += fmt::format("{:>8}", CappTables::Short(mean));
  out += "\n";
}

void RandomOrderText(const CappBenchResult& result, bool stateful, std::string& out) {
  const CappTables tables(result);
  out += fmt::format(
      "\n{}, randomised order, {} seeds, all subjects: Mann-Whitney p and A12 against BASIC (A12 above 0.5 is better) ({})\n",
      stateful ? "Stateful search" : "Stateless search", result.seeds, stateful ? "Table 6" : "Table 7");
  out += fmt::format("{:<12}", "");
  for (std::string_view h : paper::kHeuristics) out += fmt::format("{:>8}", h);
  const paper::Randomised published = paper::RandomOrder(stateful);
  const auto basic = tables.Pooled(stateful, "BASIC");
  std::string p = fmt::format("\n{:<12}", "p ours"), a = fmt::format("\n{:<12}", "A12 ours"),
              verdict = fmt::format("\n{:<12}", "");
  std::string p_paper = fmt::format("\n{:<12}", "p paper"), a_paper = fmt::format("\n{:<12}", "A12 paper");
  for (std::size_t h = 0; h < 14; ++h) {
    const auto sample = tables.Pooled(stateful, paper::kHeuristics[h]);
    const double value = std::max(1e-4, MannWhitney(basic, sample)), effect = A12(basic, sample);
    p += fmt::format("{:>8.4f}", value);
    a += fmt::format("{:>8.4f}", effect);
    verdict += fmt::format("{:>8}", value >= 0.05 ? "" : effect > 0.5 ? "better" : "worse");
    p_paper += fmt::format("{:>8.4f}", published.p[h]);
    a_paper += fmt::format("{:>8.4f}", published.a12[h]);
  }
  out += p + p_paper + a + a_paper + verdict + "\n";
}

// With and without what no description of a fault names.
std::string BareText(const CappBenchResult& result) {
  if (result.bare.empty()) return "";
  const CappTables tables(result);
  std::string out = "\nWith, and without the code that no description of the fault names: BASIC, and BASIC / heuristic\n";
  for (const bool stateful : {false, true}) {
    if (!Has(result, stateful)) continue;
    out += fmt::format("{:<28}{:>10}{:>10}{:>8}", stateful ? "stateful" : "stateless", "BASIC", "without", "paper");
    for (std::string_view h : kShown) out += fmt::format("{:>8}{:>9}", h, "without");
    out += "  left out\n";
    for (const Subject& s : result.bare) {
      const std::string name = s.name.substr(0, s.name.size() - kBare.size());
      const Cost *with = tables.Find(name, stateful, "BASIC"), *bare = tables.Find(s.name, stateful, "BASIC");
      if (!with || !bare) continue;
      const paper::Row* row = CappTables::PaperRow(name, stateful);
      out += fmt::format("{:<28}{:>10}{:>10}{:>8}", name, CappTables::CostText(*with), CappTables::CostText(*bare),
                         row ? fmt::format("{:.0f}", row->basic) : "-");
      for (std::string_view h : kShown)
        out += fmt::format("{:>8}{:>9}", tables.SpeedupText(name, stateful, h), tables.SpeedupText(s.name, stateful, h));
      out += "  " + s.extras + "\n";
    }
    const auto with = Best(tables, stateful, false), bare = Best(tables, stateful, true);
    out += fmt::format("best heuristic: {} {:.1f}; without: {} {:.1f}\n", with.first, with.second, bare.first, bare.second);
  }
  return out;
}

std::string Escape(std::string_view text) {
  std::string out;
  for (char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

void HtmlTable(const CappBenchResult& result, bool stateful, std::string& out) {
  const CappTables tables(result);
  const auto columns = tables.Columns(stateful);
  out += fmt::format("<h2>{}</h2><p>Cost of BASIC in {}; then BASIC / heuristic, ours above the paper's. Above 1 is "
                     "better.</p><div class=wide><table><tr><th>subject<th><th>BASIC",
                     stateful ? "Stateful search, depth first, default order (Table 2)"
                              : "Stateless search, at most two preemptions, default order (Table 3)",
                     stateful ? "transitions" : "schedules");
  for (const std::string& c : columns) out += "<th>" + c;
  for (const Subject& s : result.subjects) {
    const Cost* basic = tables.Find(s.name, stateful, "BASIC");
    if (!basic) continue;
    out += fmt::format("<tr><td>{}{}<td>ours<td>{}{}", Escape(s.name), s.mechanism == "inferred" ? "*" : "",
                       basic->censored ? "&gt;" : "", basic->value);
    for (const std::string& c : columns) {
      const auto speedup = tables.Speedup(s.name, stateful, c);
      out += fmt::format("<td class={}>{}",
                         !speedup          ? "none"
                         : *speedup > 1.05 ? "good"
                         : *speedup < 0.95 ? "bad"
                                           : "same",
                         Escape(tables.SpeedupText(s.name, stateful, c)));
    }
    const paper::Row* row = CappTables::PaperRow(s.name, stateful);
    out += fmt::format("<tr class=paper><td><td>paper<td>{}", row ? fmt::format("{:.0f}", row->basic) : "-");
    for (std::size_t h = 0; row && h < 14; ++h) out += "<td>" + CappTables::Short(row->speedup[h]);
  }
  out += "<tr class=mean><td>geometric mean<td>ours<td>";
  for (const std::string& c : columns) out += "<td>" + CappTables::Short(tables.Mean(stateful, c));
  out += "<tr class=paper><td><td>paper<td>";
  for (double mean : paper::Means(stateful)) out += "<td>" + CappTables::Short(mean);
  out += "</table></div>";
}

// One plot a subject; the median of randomised BASIC is 100, the dashed line is BASIC in default order.
void HtmlPlots(const CappBenchResult& result, bool stateful, std::string& out) {
  const CappTables tables(result);
  out += fmt::format("<h2>{}, randomised order, {} seeds</h2><p>Logarithmic; the median of BASIC is 100. Dashed: BASIC in "
                     "default order.</p><div class=plots>",
                     stateful ? "Stateful search" : "Stateless search", result.seeds);
  for (const Subject& s : result.subjects) {
    const double unit = Median(tables.Sample(s.name, stateful, "BASIC"));
    if (unit <= 0 || unit >= 1e18) continue;
    std::vector<std::string> names = {"BASIC"};
    names.insert(names.end(), paper::kHeuristics.begin(), paper::kHeuristics.end());
    const double width = 40.0 * static_cast<double>(names.size()) + 50, height = 220;
    const auto y = [&](double cost) {
      return height - 30 - (std::clamp(std::log10(std::max(cost / unit * 100, 0.1)), -1.0, 5.0) + 1) / 6 * (height - 45);
    };
    out += fmt::format("<figure><figcaption>{}</figcaption><svg viewBox='0 0 {} {}' role=img aria-label='costs of {}'>",
                       Escape(s.name), width, height, Escape(s.name));
    for (double tick : {1.0, 100.0, 10000.0})
      out += fmt::format("<line class=grid x1=40 x2={0} y1={1} y2={1} /><text x=2 y={2}>{3:.0f}</text>", width,
                         y(tick * unit / 100), y(tick * unit / 100) + 4, tick);
    if (const Cost* plain = tables.Find(s.name, stateful, "BASIC"))
      out += fmt::format("<line class=plain x1=40 x2={0} y1={1} y2={1} />", width, y(static_cast<double>(plain->value)));
    for (std::size_t i = 0; i < names.size(); ++i) {
      const BoxPlot box = MakeBoxPlot(tables.Sample(s.name, stateful, names[i]));
      const double x = 60 + 40.0 * static_cast<double>(i);
      out += fmt::format("<line x1={0} x2={0} y1={1} y2={2} /><rect x={3} y={4} width=20 height={5} /><line class=median x1={3} "
                         "x2={6} y1={7} y2={7} />",
                         x, y(box.low_whisker), y(box.high_whisker), x - 10, y(box.upper),
                         std::max(1.0, y(box.lower) - y(box.upper)), x + 10, y(box.median));
      for (double outlier : box.outliers) out += fmt::format("<circle cx={} cy={} r=2 />", x, y(outlier));
      out += fmt::format("<text x={} y={} text-anchor=middle>{}</text>", x, height - 8, names[i]);
    }
    out += "</svg></figure>";
  }
  out += "</div>";
}

constexpr std::string_view kStyle =
    R"(<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>Change-aware preemption prioritisation</title><style>
:root{color-scheme:light dark;--line:#8886;--good:#1a7f37;--bad:#b3261e}
body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:13px}td,th{padding:2px 7px;text-align:right;border-bottom:1px solid var(--line)}
td:first-child,th:first-child,td:nth-child(2){text-align:left}.paper td{opacity:.6}.mean td{font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}
.wide{overflow-x:auto}.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(520px,1fr));gap:1em}figure{margin:0}figcaption{font-weight:600}
svg{width:100%;height:auto;font:10px system-ui;fill:currentColor;stroke:none}svg line,svg rect{stroke:currentColor;fill:none}svg .grid{stroke:var(--line)}svg .plain{stroke-dasharray:4 3}
svg .median{stroke-width:2}
@media(prefers-color-scheme:dark){:root{--good:#57c27a;--bad:#ff8a80}}
</style>)";

}  // namespace

std::string CappTablesText(const CappBenchResult& result) {
  std::string out = fmt::format("{:<17}{:>8}{:>8}{:>10}  {}\n", "subject", "threads", "points", "analysis",
                                "fault (origin; * mechanism inferred)");
  for (const Subject& s : result.subjects) {
    const auto facts = result.facts.find(s.name);
    if (facts == result.facts.end()) continue;
    out += fmt::format("{:<17}{:>8}{:>8}{:>8.0f} ms  {}{} ({})\n", s.name, s.threads, facts->second.points,
                       facts->second.analysis_seconds * 1000, s.error, s.mechanism == "inferred" ? "*" : "", s.origin);
  }
  for (const bool stateful : {false, true}) {
    if (!Has(result, stateful)) continue;
    DefaultOrderText(result, stateful, out);
    if (result.seeds > 0) RandomOrderText(result, stateful, out);
  }
  out += BareText(result);
  out += fmt::format("\n> and <: cut off at {} (or by time) and left out of the means; means are over the subjects of the "
                     "published table. * mechanism inferred.\n",
                     result.limit);
  return out;
}

std::string CappCsv(const CappBenchResult& result) {
  std::string out = "subject,search,heuristic,seed,cost,censored,seconds\n";
  for (const auto& [key, cost] : result.costs)
    out += fmt::format("{},{},{},{},{},{},{:.3f}\n", key.subject, key.stateful ? "stateful-dfs" : "icb", key.heuristic, key.seed,
                       cost.value, cost.censored ? 1 : 0, cost.seconds);
  return out;
}

std::string CappHtml(const CappBenchResult& result) {
  std::string out(kStyle);
  out += "<h1>Change-aware preemption prioritisation</h1><p>Fifteen regressions, each an old and a new version of a program. The "
         "cost is what a search runs until the new version fails.</p>";
  for (const bool stateful : {false, true}) {
    if (!Has(result, stateful)) continue;
    HtmlTable(result, stateful, out);
    if (result.seeds > 0) HtmlPlots(result, stateful, out);
  }
  std::string text;
  for (const bool stateful : {false, true})
    if (result.seeds > 0 && Has(result, stateful)) RandomOrderText(result, stateful, text);
  if (!text.empty()) out += "<h2>Significance</h2><pre>" + Escape(text) + "</pre>";
  out += fmt::format("<p>&gt; and &lt;: cut off at {} or by time, left out of the means. * mechanism inferred.</p></html>\n",
                     result.limit);
  return out;
}

}  // namespace reweave::inline evaluate
