#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/duration.h"
#include "base/escape.h"
#include "base/interrupt.h"
#include "cli/as_check.h"
#include "cli/coverage_command.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "cli/target_flags.h"
#include "explore/explorer.h"
#include "findings/site_names.h"
#include "techniques/pcr/listener.h"
#include "techniques/pcr/uncovered.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;
using pcr::Uncovered;

struct Flags {
  TargetFlags target;
  std::string time = "60s", json, out = ".reweave/results";
  std::uint64_t schedules = 0, seed = 1;
  ReportFlags reports;
  std::size_t show = 20;
};

struct Coverage {
  detect::Denominators possible;
  std::uint64_t covered = 0, runs = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve;
  std::vector<Uncovered> uncovered;  // by variable, then by place
};

Coverage CoverageOf(const pcr::Search& search, const Trace& trace) {
  Coverage out;
  out.possible = search.covered().Possible();
  out.covered = search.covered().patterns();
  out.runs = search.counts().runs;
  out.curve = search.curve();
  SiteNames names;
  names.Use(trace);
  out.uncovered = pcr::UncoveredOf(search, names);
  return out;
}

double Percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

std::string Text(const Coverage& c, const ExploreResult& result, std::size_t show) {
  if (c.possible.tc == 0) return "MAP-coverage: n/a, because no variable is shared by two threads\n";
  std::string out = fmt::format(
      "{} of {} patterns covered by {} runs: {:.1f} % of the estimate ({:.1f} % of {} with both roles of pairs)\n", c.covered,
      c.possible.tc, c.runs, Percent(c.covered, c.possible.tc), Percent(c.covered, c.possible.tc_ordered), c.possible.tc_ordered);
  std::map<std::string, std::size_t> fates;
  for (const Uncovered& u : c.uncovered) ++fates[u.why];
  out += fmt::format("not covered of those the runs suggest: {} infeasible, {} undecided, {} open\n", fates["infeasible"],
                     fates["undecided"], fates["open"]);
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
  }
  if (!result.findings.empty())
    out += fmt::format("{} findings on the way: reweave explore --strategy pcr shows them\n", result.findings.size());
  return out;
}

std::string JsonText(const Coverage& c, const ExploreResult& result) {
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
               {"coverage", c.possible.tc == 0 ? Json(nullptr) : Json(Percent(c.covered, c.possible.tc) / 100)},
               {"findings", result.findings.size()},
               {"memory_model", "sequential consistency"}};
  Json curve = Json::array();
  for (const auto& [runs, covered] : c.curve) curve.push_back({{"runs", runs}, {"covered", covered}});
  json["curve"] = std::move(curve);
  Json uncovered = Json::array();
  for (const Uncovered& u : c.uncovered) {
    Json steps = Json::array();
    for (std::size_t i = 0; i < u.sites.size(); ++i) {
      const detect::TemplateStep& step = detect::kTemplates[u.pattern].steps[i];
      steps.push_back({{"thread", step.other_thread ? "b" : "a"},
                       {"access", step.writes ? "write" : "read"},
                       {"variable", EscapeUtf8(u.sites[i].variable)},
                       {"file", EscapeUtf8(u.sites[i].file)},
                       {"line", u.sites[i].line},
                       {"function", EscapeUtf8(u.sites[i].function)}});
    }
    uncovered.push_back({{"pattern", fmt::format("P{}", u.pattern)},
                         {"template", detect::kTemplateTexts[u.pattern]},
                         {"why", u.why},
                         {"steps", std::move(steps)}});
  }
  json["uncovered"] = std::move(uncovered);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<int> RunCoverage(const Flags& flags, const CommandLine& line) {
  RW_TRY(CheckReportFlags(flags.reports, flags.json));
  ExploreOptions options;
  RW_ASSIGN(options.time, ParseDuration(flags.time));
  if (flags.schedules != 0) options.schedules = flags.schedules;
  RW_ASSIGN(options.strategy_options.base, MakeBasePlan(flags.target));
  options.strategy_options.seed = flags.seed;
  options.strategy = "pcr";
  RW_ASSIGN(options.target, MakeTargetOptions(flags.target, line));
  options.choose_isolation = IsAutomatic(flags.target);
  options.keep_going = true;
  options.out_dir = flags.out;
  if (flags.json != "-") options.message = [](const std::string& text) { Message(text); };
  std::vector<ProgressPoint> curve = {{}};
  options.status = [&](const ExploreStatus& status) {
    curve.push_back({std::chrono::duration<double>(status.elapsed).count(), status.schedules, status.patterns, status.findings});
    ProgressLine(fmt::format("{} schedules, {} patterns", status.schedules, status.patterns));
  };
  Coverage coverage;
  const auto listener = std::make_shared<pcr::Listener>();
  listener->finished = [&](const pcr::Search& search, const Trace& first) { coverage = CoverageOf(search, first); };
  listener->pictures = !flags.reports.html.empty();
  options.strategy_options.inputs.Set(listener);
  CatchInterrupts();
  RW_ASSIGN(const ExploreResult result, Explore(options));
  StatusLine("");
  if (flags.json != "-") Print(Text(coverage, result, flags.show));
  RW_TRY(WriteJson(flags.json, JsonText(coverage, result)));
  RW_TRY(WriteReports(flags.reports, AsCheck(result, curve)));
  if (Interrupted()) return kExitInterrupted;
  return result.findings.empty() ? kExitOk : kExitFindings;
}

}  // namespace

void AddCoverageCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      app.add_subcommand("coverage", "show which access patterns of two threads a test covers, and which it does not");
  command->add_option("--schedules", flags->schedules, "stop after this number of schedules");
  command->add_option("--time", flags->time, "stop after this time")->capture_default_str();
  command->add_option("--seed", flags->seed, "seed of all random choices")->capture_default_str();
  command->add_option("--show", flags->show, "number of uncovered patterns that are printed")->capture_default_str();
  command->add_option("--out", flags->out, "directory for schedules of findings")->capture_default_str();
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  command->add_option("--html", flags->reports.html,
                      "write a report to this file: coverage over time, and what is not covered with its source");
  AddLimitFlags(*command, flags->target);
  command->footer("EXAMPLE\n  reweave coverage -- ./cache_test\n  reweave coverage --html coverage.html -- ./cache_test\n  "
                  "reweave coverage --schedules 500 --json coverage.json -- ./cache_test");
  command->callback([=, &line] { line.run = [=, &line] { return Guarded([&] { return RunCoverage(*flags, line); }); }; });
}

}  // namespace reweave::inline cli
