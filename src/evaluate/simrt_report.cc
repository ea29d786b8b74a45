// The evaluation of choosing and ordering tests as text, Markdown, CSV and one HTML page. The first three render the same tables.
#include <fmt/format.h>

#include <algorithm>

#include "evaluate/simrt_bench.h"
#include "evaluate/simrt_paper.h"
#include "techniques/simrt/apfd.h"

namespace reweave::inline evaluate {

namespace {

struct Table {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

const paper::SelectionRow* PaperOf(const SimrtRow& row) {
  for (const paper::SelectionRow& known : paper::Selection())
    if (known.subject == row.subject.name) return &known;
  return nullptr;
}

std::string Percent(double value) { return fmt::format("{:.1f}", value); }
std::string Share(std::size_t part, std::size_t whole) {
  return Percent(whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

Table Objects(const SimrtBenchResult& result) {
  Table out{"Table 1: subjects (paper in brackets)",
            {"subject", "lines old", "new", "tests", "potential", "real", "shared", "impacted", "covered", "pairs", "residual"},
            {}};
  for (const SimrtRow& row : result.rows) {
    const auto* known = PaperOf(row);
    const auto beside = [&](std::size_t ours, int paper::SelectionRow::* theirs) {
      return known ? fmt::format("{} ({})", ours, known->*theirs) : std::to_string(ours);
    };
    using P = paper::SelectionRow;
    out.rows.push_back({row.subject.name, beside(row.lines_old, &P::lines_old), beside(row.lines_new, &P::lines_new),
                        beside(row.tests, &P::tests), beside(row.all.potential.size(), &P::potential),
                        beside(row.all.real.size(), &P::real), beside(row.accesses, &P::accesses),
                        beside(row.impacted, &P::impacted), beside(row.impacted_covered, &P::covered), std::to_string(row.pairs),
                        std::to_string(row.residual)});
  }
  return out;
}

Table Found(const SimrtBenchResult& result) {
  Table out{"Table 2: regression races found, RTA / RTSC / SimRT",
            {"subject", "potential", "paper", "real", "paper", "real ones missed by SimRT"},
            {}};
  for (const SimrtRow& row : result.rows) {
    const auto* known = PaperOf(row);
    out.rows.push_back(
        {row.subject.name,
         fmt::format("{}/{}/{}", row.all.potential.size(), row.changed.potential.size(), row.simrt.potential.size()),
         known ? fmt::format("{}/{}/{}", known->found_all, known->found_changed, known->found_simrt) : "-",
         fmt::format("{}/{}/{}", row.all.real.size(), row.changed.real.size(), row.simrt.real.size()),
         known ? fmt::format("{0}/{0}/{0}", known->real) : "-", std::to_string(row.missed().size())});
  }
  return out;
}

Table Apfds(const SimrtBenchResult& result, bool real) {
  Table out{fmt::format("Table 3: APFD of {} races (paper in brackets); random orders: mean of {}", real ? "real" : "potential",
                        result.seeds),
            {"subject", "SimRT_SP", "wanted", "Random_SP", "SimRT_AP", "wanted", "ABC_AP", "Random_AP", "as given"},
            {}};
  for (const SimrtRow& row : result.rows) {
    const auto* known = PaperOf(row);
    const Orders& own = real ? row.real : row.potential;
    const auto published = [&](std::size_t i) -> std::string {
      if (!known || (real && !known->apfd_real)) return "";
      return fmt::format(" ({:.1f})", (real ? *known->apfd_real : known->apfd_potential)[i]);
    };
    out.rows.push_back({row.subject.name, ApfdText(own.simrt_selected) + published(0), ApfdText(row.wanted_apfd(real, false)),
                        ApfdText(own.random_selected) + published(1), ApfdText(own.simrt_all) + published(2),
                        ApfdText(row.wanted_apfd(real, true)), ApfdText(own.blocks_all) + published(3),
                        ApfdText(own.random_all) + published(4), ApfdText(own.as_given)});
  }
  return out;
}

Table Chosen(const SimrtBenchResult& result) {
  Table out{"Tests selected, of all in percent; runs to detect + to verify",
            {"subject", "RTSC %", "SimRT_N %", "SimRT %", "SimRT", "RTA runs", "RTSC runs", "SimRT_N runs", "SimRT runs"},
            {}};
  const auto runs = [](const TechniqueRun& t) { return fmt::format("{}+{}", t.detection, t.verification); };
  for (const SimrtRow& row : result.rows)
    out.rows.push_back({row.subject.name, Share(row.changed.tests, row.tests), Share(row.without_threads.tests, row.tests),
                        Percent(row.selected_share()), std::to_string(row.simrt.tests), runs(row.all), runs(row.changed),
                        runs(row.without_threads), runs(row.simrt)});
  return out;
}

double Less(double part, double whole) { return whole <= 0 ? 0 : 100 * (whole - part) / whole; }

Table Times(const SimrtBenchResult& result) {
  Table out{"Testing times in seconds; saved in percent",
            {"subject", "RTA", "RTSC", "SimRT_N", "SimRT", "analysis", "selection", "recording", "RTSC saves", "SimRT saves",
             "by thread ids", "RTSC plain + SimRT saves"},
            {}};
  const auto seconds = [](double value) { return fmt::format("{:.2f}", value); };
  for (const SimrtRow& row : result.rows)
    out.rows.push_back({row.subject.name, seconds(row.all.seconds), seconds(row.changed.seconds),
                        seconds(row.without_threads.seconds), seconds(row.simrt.seconds),
                        fmt::format("{:.3f}", row.analysis_seconds), fmt::format("{:.3f}", row.selection_seconds),
                        seconds(row.recording_seconds), Percent(row.saved(row.changed)), Percent(row.saved(row.simrt)),
                        Percent(Less(row.simrt.seconds, row.without_threads.seconds)),
                        Percent(Less(row.changed_native_seconds + row.simrt.seconds, row.changed.seconds))});
  return out;
}

double MeanSaved(const SimrtBenchResult& result, bool large) {
  double sum = 0;
  int count = 0;
  for (const SimrtRow& row : result.rows)
    if (row.subject.large == large) sum += row.saved(row.simrt), ++count;
  return count == 0 ? 0 : sum / count;
}

// What must hold (the numbers are the issue's, not the paper's).
Table Claims(const SimrtBenchResult& result) {
  Table out{"What must hold", {"", "measured", "holds"}, {}};
  const auto claim = [&](std::string what, std::string measured, bool holds) {
    out.rows.push_back({std::move(what), std::move(measured), holds ? "yes" : "NO"});
  };
  std::size_t missed = 0, below = 0;
  double most = 0;
  std::string slow, weak;
  bool small = false;
  for (const SimrtRow& row : result.rows) {
    missed += row.missed().size();
    below += row.selected_share() < 15;
    most = std::max(most, row.selected_share());
    small |= !row.subject.large;
    const double choosing = row.analysis_seconds + row.selection_seconds;
    if (choosing > std::max(0.5, (row.all.seconds - row.simrt.seconds) / 100)) slow += " " + row.subject.name;
    for (const bool real : {false, true}) {
      const Orders& own = real ? row.real : row.potential;
      for (const bool all : {false, true}) {
        const auto wanted = row.wanted_apfd(real, all), got = all ? own.simrt_all : own.simrt_selected;
        if (wanted && got && *got < *wanted)
          weak += fmt::format(" {} {}{} {:.1f}<{:.1f}", row.subject.name, real ? "real" : "potential", all ? "_AP" : "_SP", *got,
                              *wanted);
      }
    }
  }
  claim("no real race of RTA's is missed by the selected tests", fmt::format("{} missed", missed), missed == 0);
  claim("selected: at most 52 % everywhere", fmt::format("at most {:.1f} %", most), most <= 52);
  claim("selected: under 15 % on seven of nine", fmt::format("{} of {}", below, result.rows.size()),
        below * 9 >= result.rows.size() * 7);
  if (small)
    claim("time saved on the small ones: 89 % on average (paper 89.9 %)", Percent(MeanSaved(result, false)) + " %",
          MeanSaved(result, false) >= 89);
  claim("APFD at least min(paper's, 100 - 50/n - 2)", weak.empty() ? "everywhere" : weak, weak.empty());
  claim("analysis and selection: under 1 % of what is saved, or 0.5 s", slow.empty() ? "everywhere" : slow, slow.empty());
  return out;
}

std::vector<Table> Tables(const SimrtBenchResult& result) {
  return {Objects(result), Found(result), Apfds(result, false), Apfds(result, true),
          Chosen(result),  Times(result), Claims(result)};
}

std::string Text(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& cell : table.header) widths.push_back(cell.size());
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string out = table.title + "\n";
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t c = 0; c < cells.size(); ++c)
      out += c == 0 ? fmt::format("  {:<{}}", cells[c], widths[c]) : fmt::format("  {:>{}}", cells[c], widths[c]);
    out += "\n";
  };
  line(table.header);
  for (const auto& row : table.rows) line(row);
  return out;
}

std::string Escape(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

// Bars by subject and technique, linear.
std::string Chart(const SimrtBenchResult& result, bool large) {
  std::vector<const SimrtRow*> rows;
  double most = 0;
  for (const SimrtRow& row : result.rows)
    if (row.subject.large == large) rows.push_back(&row), most = std::max({most, row.all.seconds, row.changed.seconds});
  if (rows.empty() || most <= 0) return "";
  const double height = 240, width = 60 + 130.0 * static_cast<double>(rows.size()), floor = height - 30;
  std::string out = fmt::format("<figure><figcaption>Testing times, {} subjects (seconds)</figcaption><svg viewBox='0 0 {} {}' "
                                "role=img aria-label='testing times'>",
                                large ? "large" : "small", width, height);
  for (int tick = 0; tick <= 4; ++tick) {
    const double y = floor - (floor - 20) * tick / 4;
    out += fmt::format("<line class=grid x1=45 x2={} y1={} y2={} /><text x=2 y={}>{:.2g}</text>", width, y, y, y + 4,
                       most * tick / 4);
  }
  double x = 55;
  for (const SimrtRow* row : rows) {
    const std::pair<const char*, const TechniqueRun*> bars[] = {
        {"rta", &row->all}, {"rtsc", &row->changed}, {"simrtn", &row->without_threads}, {"simrt", &row->simrt}};
    for (std::size_t i = 0; i < 4; ++i) {
      const double length = (floor - 20) * bars[i].second->seconds / most;
      out += fmt::format("<rect class={} x={} y={} width=22 height={}><title>{} {:.2f} s</title></rect>", bars[i].first,
                         x + 26.0 * static_cast<double>(i), floor - length, std::max(0.5, length), bars[i].first,
                         bars[i].second->seconds);
    }
    out += fmt::format("<text x={} y={} text-anchor=middle>{}</text>", x + 52, height - 10, Escape(row->subject.name));
    x += 130;
  }
  return out + "</svg></figure>";
}

constexpr std::string_view kStyle =
    R"(<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>Choosing and ordering tests</title><style>
:root{color-scheme:light dark;--line:#8886}
body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:13px}td,th{padding:2px 8px;text-align:right;border-bottom:1px solid var(--line)}
td:first-child,th:first-child{text-align:left}.wide{overflow-x:auto}figure{margin:1em 0}figcaption{font-weight:600}
svg{width:100%;max-width:900px;height:auto;font:11px system-ui;fill:currentColor}svg .grid{stroke:var(--line)}
.rta{fill:#777}.rtsc{fill:#b8860b}.simrtn{fill:#4a90c2}.simrt{fill:#1a7f37}span{padding:0 .5em;color:#fff;margin-right:.7em}
span.rta{background:#777}span.rtsc{background:#b8860b}span.simrtn{background:#4a90c2}span.simrt{background:#1a7f37}
</style>)";

}  // namespace

std::string SimrtTablesText(const SimrtBenchResult& result) {
  std::string out;
  for (const Table& table : Tables(result)) out += Text(table) + "\n";
  return out;
}

std::string SimrtMarkdown(const SimrtBenchResult& result) {
  std::string out;
  for (const Table& table : Tables(result)) {
    out += table.title + "\n\n|";
    for (const std::string& cell : table.header) out += " " + cell + " |";
    out += "\n|" + [&] {
      std::string rule;
      for (std::size_t c = 0; c < table.header.size(); ++c) rule += "---|";
      return rule;
    }() + "\n";
    for (const auto& row : table.rows) {
      out += "|";
      for (const std::string& cell : row) out += " " + cell + " |";
      out += "\n";
    }
    out += "\n";
  }
  return out;
}

std::string SimrtCsv(const SimrtBenchResult& result) {
  std::string out =
      "subject,large,lines_old,lines_new,tests,shared,impacted,impacted_covered,pairs,residual,unpredicted,selected_rtsc,"
      "selected_simrt_n,selected_simrt,potential_rta,potential_rtsc,potential_simrt,real_rta,real_rtsc,real_simrt,missed_real,"
      "seconds_rta,seconds_rtsc,seconds_simrt_n,seconds_simrt,seconds_rtsc_native,analysis,selection,recording,"
      "runs_rta,runs_rtsc,runs_simrt_n,runs_simrt,"
      "apfd_potential_simrt_sp,apfd_potential_random_sp,apfd_potential_simrt_ap,apfd_potential_abc_ap,apfd_potential_random_ap,"
      "apfd_real_simrt_sp,apfd_real_random_sp,apfd_real_simrt_ap,apfd_real_abc_ap,apfd_real_random_ap\n";
  const auto number = [](std::optional<double> value) { return value ? fmt::format("{:.2f}", *value) : std::string(); };
  const auto runs = [](const TechniqueRun& t) { return t.detection + t.verification; };
  for (const SimrtRow& row : result.rows) {
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", row.subject.name, row.subject.large ? 1 : 0,
                    row.lines_old, row.lines_new, row.tests, row.accesses, row.impacted, row.impacted_covered, row.pairs,
                    row.residual, row.unpredicted, row.changed.tests, row.without_threads.tests, row.simrt.tests,
                    row.all.potential.size(), row.changed.potential.size(), row.simrt.potential.size(), row.all.real.size(),
                    row.changed.real.size(), row.simrt.real.size(), row.missed().size());
    out += fmt::format(",{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.4f},{:.4f},{:.3f}", row.all.seconds, row.changed.seconds,
                       row.without_threads.seconds, row.simrt.seconds, row.changed_native_seconds, row.analysis_seconds,
                       row.selection_seconds, row.recording_seconds);
    out += fmt::format(",{},{},{},{}", runs(row.all), runs(row.changed), runs(row.without_threads), runs(row.simrt));
    for (const Orders* orders : {&row.potential, &row.real})
      out += fmt::format(",{},{},{},{},{}", number(orders->simrt_selected), number(orders->random_selected),
                         number(orders->simrt_all), number(orders->blocks_all), number(orders->random_all));
    out += "\n";
  }
  return out;
}

std::string SimrtHtml(const SimrtBenchResult& result) {
  std::string out(kStyle);
  out +=
      "<h1>Choosing and ordering tests by races that a change makes possible</h1><p>Each subject is a program before and after "
      "a change, with a generated suite. Everything is run by every technique; the paper's numbers are in brackets or in "
      "columns of their own.</p><p><span class=rta>RTA: everything</span><span class=rtsc>RTSC: changed code</span>"
      "<span class=simrtn>SimRT without threads</span><span class=simrt>SimRT</span></p>";
  for (const bool large : {false, true}) out += Chart(result, large);
  for (const Table& table : Tables(result)) {
    out += "<h2>" + Escape(table.title) + "</h2><div class=wide><table><tr>";
    for (const std::string& cell : table.header) out += "<th>" + Escape(cell) + "</th>";
    out += "</tr>";
    for (const auto& row : table.rows) {
      out += "<tr>";
      for (const std::string& cell : row) out += "<td>" + Escape(cell) + "</td>";
      out += "</tr>";
    }
    out += "</table></div>";
  }
  return out + "</html>\n";
}

}  // namespace reweave::inline evaluate
