#include "cli/coverage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/escape.h"
#include "detect/templates.h"
#include "findings/site_names.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;
using pcr::Uncovered;

double Percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

Json Share(const Coverage& c) { return c.possible.tc == 0 ? Json(nullptr) : Json(Percent(c.covered, c.possible.tc) / 100); }

Json UncoveredJson(const Coverage& c) {
  Json uncovered = Json::array();
  for (const Uncovered& u : c.uncovered) {
    Json steps = Json::array(), schedule = Json::array();
    for (std::size_t i = 0; i < u.sites.size(); ++i) {
      const detect::TemplateStep& step = detect::kTemplates[u.pattern].steps[i];
      steps.push_back({{"thread", step.other_thread ? "b" : "a"},
                       {"access", step.writes ? "write" : "read"},
                       {"variable", EscapeUtf8(u.sites[i].variable)},
                       {"file", EscapeUtf8(u.sites[i].file)},
                       {"line", u.sites[i].line},
                       {"function", EscapeUtf8(u.sites[i].function)}});
    }
    for (const auto& [thread, until] : u.schedule)
      schedule.push_back({{"thread", thread}, {"until", until == 0 ? Json(nullptr) : Json(until)}});
    uncovered.push_back({{"pattern", fmt::format("P{}", u.pattern)},
                         {"template", detect::kTemplateTexts[u.pattern]},
                         {"why", u.why},
                         {"steps", std::move(steps)},
                         {"schedule", u.schedule.empty() ? Json(nullptr) : std::move(schedule)}});
  }
  return uncovered;
}

std::string Dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

Coverage CoverageOf(const pcr::Search& search, SiteNames& names) {
  Coverage out;
  out.possible = search.Possible();
  out.covered = search.covered().patterns();
  out.runs = search.counts().runs;
  out.curve = search.curve();
  out.uncovered = pcr::UncoveredOf(search, names);
  return out;
}

void SuiteCoverage::Add(CoveredTest test, const detect::PatternCoverage& covered, std::shared_ptr<SiteNames> names) {
  auto program = std::ranges::find(programs_, test.build, &Program::build);
  if (program == programs_.end())
    program = programs_.insert(programs_.end(), Program{.build = test.build, .names = std::move(names)});
  program->covered.Merge(covered);
  program->runs += test.own.runs;
  for (const Uncovered& u : test.own.uncovered) {
    const auto known = std::ranges::find(program->uncovered, u.key, &Uncovered::key);
    if (known == program->uncovered.end()) program->uncovered.push_back(u);
    else if (known->schedule.empty() && (!u.schedule.empty() || known->why == "infeasible")) *known = u;  // what another test can
  }
  tests_.push_back(std::move(test));
}

Coverage SuiteCoverage::Whole() const {
  Coverage out;
  for (const Program& program : programs_) {
    const detect::Denominators possible =
        program.covered.Possible([&](std::uint32_t site) { return program.names->Lookup(site).variable; });
    out.possible.tc += possible.tc, out.possible.tc_ordered += possible.tc_ordered;
    out.covered += program.covered.patterns();
    out.runs += program.runs;
    for (const Uncovered& u : program.uncovered)
      if (!program.covered.Covers(u.key)) out.uncovered.push_back(u);
  }
  std::ranges::sort(out.uncovered, {}, [](const Uncovered& u) { return std::tuple(u.variable, u.pattern, pcr::StepsText(u)); });
  return out;
}

std::size_t SuiteCoverage::findings() const {
  std::size_t count = 0;
  for (const CoveredTest& test : tests_) count += test.findings;
  return count;
}

std::string CoverageText(const Coverage& c, std::size_t show) {
  if (c.possible.tc == 0) return "MAP-coverage: n/a, because no variable is shared by two threads\n";
  std::string out = fmt::format(
      "{} of {} patterns covered by {} runs: {:.1f} % of the estimate ({:.1f} % of {} with both roles of pairs)\n", c.covered,
      c.possible.tc, c.runs, Percent(c.covered, c.possible.tc), Percent(c.covered, c.possible.tc_ordered), c.possible.tc_ordered);
  std::map<std::string, std::size_t> fates;
  for (const Uncovered& u : c.uncovered) ++fates[u.why];
  out += fmt::format("not covered of those the runs suggest: {} feasible, {} infeasible, {} undecided, {} open{}\n",
                     fates["feasible"], fates["infeasible"], fates["undecided"], fates["open"],
                     fates["feasible"] == 0 ? "" : " (--run runs the feasible ones)");
  std::string variable = "\n";
  std::size_t shown = 0;
  for (const Uncovered& u : c.uncovered) {
    if (shown++ == show) {
      out += fmt::format("  ... and {} more (--show)\n", c.uncovered.size() - show);
      break;
    }
    if (u.variable != variable) {
      variable = u.variable;
      out += fmt::format("  {}\n", variable.empty() ? "(unnamed)" : EscapeLine(variable));
    }
    out += fmt::format("    P{:<2} {}: {}\n", u.pattern, u.why, EscapeLine(pcr::StepsText(u)));
    if (!u.schedule.empty()) out += fmt::format("        schedule: {}\n", pcr::ScheduleText(u));
  }
  return out;
}

std::string CoverageJson(const Coverage& c, const ExploreResult& result) {
  Json program = Json::array();
  for (const std::string& word : result.program) program.push_back(EscapeUtf8(word));
  Json json = {{"format", 1},
               {"command", "coverage"},
               {"tool", REWEAVE_VERSION},
               {"program", std::move(program)},
               {"build", result.build},
               {"seed", result.seed},
               {"runs", c.runs},
               {"seconds", result.seconds},
               {"covered", c.covered},
               {"tc", c.possible.tc},
               {"tc_ordered", c.possible.tc_ordered},
               {"coverage", Share(c)},
               {"findings", result.findings.size()},
               {"memory_model", "sequential consistency"}};
  Json curve = Json::array();
  for (const auto& [runs, covered] : c.curve) curve.push_back({{"runs", runs}, {"covered", covered}});
  json["curve"] = std::move(curve);
  json["uncovered"] = UncoveredJson(c);
  return Dump(json);
}

std::string SuiteText(const SuiteCoverage& suite, std::size_t show) {
  std::size_t width = 4;
  for (const CoveredTest& test : suite.tests()) width = std::max(width, test.name.size());
  std::string out;
  for (const CoveredTest& test : suite.tests()) {
    out += fmt::format("  {:<{}}", EscapeLine(test.name), width + 2);
    if (!test.problem.empty()) out += "not run: " + EscapeLine(test.problem);
    else if (test.own.possible.tc == 0) out += "n/a, because no variable is shared by two threads";
    else out += fmt::format("{:>6} of {:>6} patterns, {:>5} runs", test.own.covered, test.own.possible.tc, test.own.runs);
    if (test.findings != 0) out += fmt::format(", {} finding{}", test.findings, test.findings == 1 ? "" : "s");
    out += "\n";
  }
  return out + "together: " + CoverageText(suite.Whole(), show);
}

std::string SuiteJson(const SuiteCoverage& suite, std::uint64_t seed, double seconds) {
  const Coverage whole = suite.Whole();
  Json tests = Json::array();
  for (const CoveredTest& test : suite.tests())
    tests.push_back({{"name", EscapeUtf8(test.name)},
                     {"program", EscapeUtf8(test.program)},
                     {"build", test.build},
                     {"runs", test.own.runs},
                     {"covered", test.own.covered},
                     {"tc", test.own.possible.tc},
                     {"tc_ordered", test.own.possible.tc_ordered},
                     {"coverage", Share(test.own)},
                     {"findings", test.findings},
                     {"problem", test.problem.empty() ? Json(nullptr) : Json(EscapeUtf8(test.problem))}});
  return Dump({{"format", 1},
               {"command", "coverage"},
               {"tool", REWEAVE_VERSION},
               {"seed", seed},
               {"runs", whole.runs},
               {"seconds", seconds},
               {"covered", whole.covered},
               {"tc", whole.possible.tc},
               {"tc_ordered", whole.possible.tc_ordered},
               {"coverage", Share(whole)},
               {"findings", suite.findings()},
               {"memory_model", "sequential consistency"},
               {"tests", std::move(tests)},
               {"uncovered", UncoveredJson(whole)}});
}

}  // namespace reweave::inline cli
