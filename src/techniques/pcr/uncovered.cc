#include "techniques/pcr/uncovered.h"

#include <fmt/format.h>

#include <algorithm>

#include "detect/templates.h"

namespace reweave::pcr {

namespace {

constexpr std::size_t kMostRows = 500;

const char* WhyOf(Search::Fate fate) {
  switch (fate) {
    case Search::Fate::kInfeasible: return "infeasible";
    case Search::Fate::kUnknown: return "undecided";
    case Search::Fate::kOpen: return "open";
  }
  return "open";
}

}  // namespace

std::vector<Uncovered> UncoveredOf(const Search& search, SiteNames& names) {
  std::vector<Uncovered> out;
  const auto planned = search.Planned();
  for (const auto& [key, attempt] : search.attempts()) {
    if (attempt.pattern == 0 || search.covered().Covers(key)) continue;
    Uncovered pattern{
        .key = key, .pattern = attempt.pattern, .variable = {}, .why = WhyOf(attempt.fate), .sites = {}, .schedule = {}};
    if (const auto plan = planned.find(key); plan != planned.end()) {
      pattern.why = "feasible";
      for (const abi::Segment& s : plan->second->segments)
        pattern.schedule.emplace_back(s.tid, s.until == abi::kUntilEnd || s.until == abi::kUntilTail ? 0 : s.until);
    }
    for (std::size_t i = 0; i < detect::kTemplates[attempt.pattern].length; ++i)
      pattern.sites.push_back(names.Lookup(attempt.sites[i]));
    pattern.variable = pattern.sites.front().variable;
    out.push_back(std::move(pattern));
  }
  const auto place = [](const Uncovered& u) {
    std::string text = u.variable;
    for (const SitePosition& site : u.sites) text += fmt::format("|{}:{:06}", site.file, site.line);
    return text + fmt::format("|{:02}", u.pattern);
  };
  std::ranges::sort(out, {}, place);
  return out;
}

std::string StepsText(const Uncovered& pattern) {
  std::string out;
  for (std::size_t i = 0; i < pattern.sites.size(); ++i) {
    const detect::TemplateStep& step = detect::kTemplates[pattern.pattern].steps[i];
    out += fmt::format("{}{} {} in thread {}", i == 0 ? "" : ", ", step.writes ? "write" : "read", PlaceText(pattern.sites[i]),
                       step.other_thread ? "b" : "a");
  }
  return out;
}

std::string ScheduleText(const Uncovered& pattern) {
  constexpr std::size_t kMostShown = 12;
  std::string out;
  for (std::size_t i = 0; i < pattern.schedule.size(); ++i) {
    if (i == kMostShown) return out + fmt::format(", and {} more turns", pattern.schedule.size() - i);
    const auto& [thread, until] = pattern.schedule[i];
    out += fmt::format("{}thread {}{}", i == 0 ? "" : ", ", thread, until == 0 ? "" : fmt::format(" to its operation {}", until));
  }
  return out;
}

void AddPictures(const Search& search, SiteNames& names, TechniqueReport& report) {
  TechniqueReport::Chart chart{.title = "Patterns covered by runs", .x = "runs", .y = "patterns"};
  for (const auto& [runs, covered] : search.curve())
    chart.points.emplace_back(static_cast<double>(runs), static_cast<double>(covered));
  if (!chart.points.empty()) chart.points.emplace_back(static_cast<double>(search.counts().runs), chart.points.back().second);
  report.charts.push_back(std::move(chart));
  TechniqueReport::Table table{.title = "Patterns that runs suggest and none had",
                               .columns = {"variable", "pattern", "why not", "step 1", "step 2", "step 3", "step 4"}};
  for (const Uncovered& u : UncoveredOf(search, names)) {
    if (table.rows.size() == kMostRows) {
      ++table.left_out;
      continue;
    }
    std::vector<TechniqueReport::Cell> row = {
        {.text = u.variable}, {.text = fmt::format("P{} {}", u.pattern, detect::kTemplateTexts[u.pattern])}, {.text = u.why}};
    for (std::size_t i = 0; i < u.sites.size(); ++i) {
      const detect::TemplateStep& step = detect::kTemplates[u.pattern].steps[i];
      row.push_back({.text = fmt::format("{} {} {}", step.other_thread ? "b" : "a", step.writes ? "writes" : "reads",
                                         PlaceText(u.sites[i])),
                     .file = u.sites[i].file,
                     .line = u.sites[i].line});
    }
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) report.tables.push_back(std::move(table));
}

}  // namespace reweave::pcr
