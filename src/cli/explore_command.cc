#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <set>

#include "base/command.h"
#include "base/duration.h"
#include "base/interrupt.h"
#include "cli/as_check.h"
#include "cli/capp_flags.h"
#include "cli/command.h"
#include "cli/first_run.h"
#include "cli/impact_accesses.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "cli/shared_flags.h"
#include "cli/strategy_flags.h"
#include "cli/target_flags.h"
#include "explore/explorer.h"
#include "report/gcc_lines.h"
#include "report/json.h"
#include "report/terminal.h"
#include "techniques/capp/icps.h"
#include "techniques/paths/paths_strategy.h"
#include "techniques/pcr/impact.h"
#include "techniques/pcr/listener.h"
#include "techniques/recontest/analysis.h"
#include "techniques/recontest/recording.h"
#include "techniques/recontest/seen_before.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  TargetFlags target;
  StrategyFlags strategy;
  std::string time, json, out = ".reweave/results", format = "text";
  std::uint64_t schedules = 0;
  std::uint64_t check_determinism = 0;
  unsigned jobs = 1;
  bool count_distinct = false, keep_going = false, no_minimise = false;
  std::string suppressions, stop_on, fail_on, resume, from;
  bool salvage = false, no_default_suppressions = false;
  RecontestFlags recontest;
  ReportFlags reports;
  SharedFlags shared;
};

// "race,warning" as a set; every name must be a kind of finding or one of `more`.
Result<std::set<std::string>> ParseKinds(const std::string& list, const char* flag, const std::set<std::string>& more) {
  std::set<std::string> out;
  std::string known;
  const auto add = [&](std::string_view name) { known += fmt::format("{}{}", known.empty() ? "" : ", ", name); };
  for (const KindInfo& kind : FindingKinds()) add(kind.name);
  for (const std::string& name : more) add(name);
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string name = list.substr(at, end - at);
    if (!FindingKindNamed(name) && !more.contains(name))
      return Fail(ErrorCategory::kUsage, fmt::format("unknown kind after {}", flag), name, {}, "known: " + known);
    out.insert(name);
    at = end + 1;
  }
  return out;
}

std::string StatusText(const ExploreStatus& status) {
  const double seconds = std::chrono::duration<double>(status.elapsed).count();
  std::string text =
      fmt::format("{} schedules, {:.0f}/s", status.schedules, static_cast<double>(status.schedules) / std::max(seconds, 1e-9));
  if (!status.strategy_progress.empty()) text += ", " + status.strategy_progress;
  text += fmt::format(", depth {}, patterns {}, findings {}, {}", status.depth, status.patterns, status.findings,
                      FormatDuration(status.elapsed));
  if (status.time_left)
    text += fmt::format(", {} left", FormatDuration(std::max(*status.time_left, std::chrono::nanoseconds(0))));
  return text;
}

// fail_on: kinds of findings, if any is named only these fail; `warning`, `predicted` and `timing` fail as well.
int ExitStatusOf(const ExploreResult& result, const std::set<std::string>& fail_on) {
  if (fail_on.contains("timing") && !result.timing.empty()) return kExitFindings;
  const bool all = std::ranges::none_of(fail_on, [](const std::string& name) { return FindingKindNamed(name).has_value(); });
  const bool found =
      std::ranges::any_of(result.findings, [&](const Finding& f) { return all || fail_on.contains(std::string(Name(f.kind))); });
  if (found || (fail_on.contains("warning") && !result.warnings.empty()) ||
      (fail_on.contains("predicted") && !result.predicted.empty()))
    return kExitFindings;
  if (!result.unsupported.empty()) return kExitTarget;
  return result.stopped_by == StoppedBy::kInterrupted ? kExitInterrupted : kExitOk;
}

bool SpeaksOfSharedAccesses(const std::string& strategy) {
  static const std::set<std::string> kTechniques = {"capp", "recontest", "paths", "reach", "tpair", "pcr", "mcr", "maptest"};
  return kTechniques.contains(strategy.substr(0, strategy.find(':')));
}

// What the change is to a strategy that does not compare runs itself: pcr solves for patterns with an affected access first,
// paths turns branches first that the change touches.
Result<void> SetImpact(const Flags& flags, ExploreOptions& options) {
  const std::string name = options.strategy.substr(0, options.strategy.find(':'));
  RW_ASSIGN(const recontest::Options rules, MakeRecontestOptions(flags.recontest));
  RW_ASSIGN(const auto analysis,
            recontest::CompareWithOld(flags.strategy.against, options.target, options.strategy_options.base, rules));
  if (name == "pcr") {
    auto impact = std::make_shared<pcr::Impact>();
    impact->is_impacted = [sites = recontest::ImpactedSites(*analysis)](const abi::Event& event) {
      return sites.contains(event.site);
    };
    RW_ASSIGN(const auto seen,
              recontest::RunOldVersion(analysis, flags.strategy.against, options.target, options.strategy_options.base));
    impact->seen_before = [seen](std::uint8_t pattern, std::span<const std::uint32_t> at) { return seen->Had(pattern, at); };
    options.strategy_options.inputs.Set(std::shared_ptr<const pcr::Impact>(std::move(impact)));
    return {};
  }
  auto settings = std::make_shared<paths::Settings>(*options.strategy_options.inputs.Get<paths::Settings>());
  settings->compares = true;
  settings->impacted = recontest::ImpactedSites(*analysis);
  RW_ASSIGN(const IcpSet points, CollectIcpsAgainst(flags.strategy.against, options.target.program.path, "."));
  for (const Icp& point : points.points)
    if (!point.is_field() && point.step == 0) settings->changed.emplace(point.file, point.line);
  options.strategy_options.inputs.Set(std::shared_ptr<const paths::Settings>(std::move(settings)));
  return {};
}

// A flag that would do nothing is a mistake.
Result<void> CheckAgainst(const StrategyFlags& flags) {
  static const std::set<std::string> kCompare = {"capp", "recontest", "pcr", "paths"};
  if (flags.against.empty()) return {};
  const std::string name = flags.strategy.substr(0, flags.strategy.find(':'));
  if (!kCompare.contains(name))
    return Fail(ErrorCategory::kUsage, "this strategy does not compare versions", flags.strategy, {},
                "leave --against out, or use one of: capp:auto, recontest, paths, pcr");
  if (flags.strategy == "paths:paper" || (name == "paths" && flags.paths_mode == "paper"))
    return Fail(ErrorCategory::kUsage, "runs are chosen as published: nothing comes first", "--against", {},
                "leave --paths-mode paper out");
  return {};
}

Result<ExploreOptions> MakeOptions(const Flags& flags, const CommandLine& line, bool has_schedules, bool has_granularity) {
  ExploreOptions options;
  if (!flags.time.empty()) {
    RW_ASSIGN(options.time, ParseDuration(flags.time));
  }
  if (has_schedules) options.schedules = flags.schedules;
  RW_ASSIGN(options.strategy_options.base, MakeBasePlan(flags.target));
  RW_TRY(SetStrategyOptions(flags.strategy, options.strategy_options));
  options.strategy = flags.strategy.strategy;
  RW_TRY(CheckAgainst(flags.strategy));
  RW_TRY(SetPathsSettings(flags.strategy, options.strategy_options));
  // The techniques speak of shared accesses.
  if (!has_granularity && SpeaksOfSharedAccesses(options.strategy))
    options.strategy_options.base.granularity = abi::Granularity::kShared;
  const bool compares =
      (options.strategy == "recontest" || options.strategy == "recontest:pta") && !flags.strategy.against.empty();
  const bool takes_impact =
      (options.strategy.starts_with("pcr") || options.strategy.starts_with("paths")) && !flags.strategy.against.empty();
  if (!compares)
    RW_TRY(MakeStrategy(options.strategy, options.strategy_options));  // a wrong name is reported before the program is looked at
  RW_ASSIGN(options.target, MakeTargetOptions(flags.target, line));
  RW_TRY(CheckWhy(flags.strategy, options.target.program.path));
  if (takes_impact) RW_TRY(SetImpact(flags, options));
  if (!flags.from.empty())
    RW_TRY(SetFirstRun(flags.from, flags.salvage, options.strategy, options.target.program, options.strategy_options));
  if (compares) {
    RW_ASSIGN(recontest::Options rules, MakeRecontestOptions(flags.recontest));
    rules.everything = options.strategy == "recontest:pta";
    RW_ASSIGN(const auto analysis,
              recontest::CompareWithOld(flags.strategy.against, options.target, options.strategy_options.base, rules));
    TellUnseenMembers(rules, analysis->runs.set_members);
    options.strategy_options.inputs.Set(analysis);
  }
  if (!flags.reports.html.empty()) {
    auto listener = std::make_shared<pcr::Listener>();
    listener->pictures = true;
    options.strategy_options.inputs.Set(listener);
  }
  options.choose_isolation = IsAutomatic(flags.target);
  options.jobs = flags.jobs;
  options.check_determinism = flags.check_determinism;
  options.count_distinct = flags.count_distinct;
  options.keep_going = flags.keep_going;
  if (flags.no_minimise) options.minimise = {};
  options.suppressions = flags.suppressions;
  options.default_suppressions = !flags.no_default_suppressions;
  RW_ASSIGN(options.stop_on, ParseKinds(flags.stop_on, "--stop-on", {"warning"}));
  options.out_dir = flags.out;
  options.resume = flags.resume;
  if (flags.json != "-" && !flags.reports.TakesStdout()) options.message = [](const std::string& text) { Message(text); };
  RW_TRY(SetCapp(flags.strategy, options));
  return options;
}

// Prints and writes what was asked for.
Result<int> Told(const Flags& flags, const ExploreResult& result, const std::vector<ProgressPoint>& curve,
                 const std::set<std::string>& fail_on) {
  StatusLine("");
  const char* call = std::getenv("REWEAVE_TEST_CALL");  // of reweave/test.h: replaying needs it too
  const std::string prefix = call != nullptr ? fmt::format("REWEAVE_TEST_CALL={} ", ShellQuoted(call)) : "";
  const bool quiet = flags.json == "-" || flags.reports.TakesStdout();
  TerminalStyle style = StyleHere();
  style.replay_prefix = prefix;
  if (!quiet) Print(flags.format == "gcc" ? ExploreGccLines(result) : RenderExplore(result, style));
  RW_TRY(WriteJson(flags.json, ExploreJson(result, REWEAVE_VERSION)));
  RW_TRY(WriteReports(flags.reports, AsCheck(result, curve)));
  return ExitStatusOf(result, fail_on);
}

Result<int> RunExplore(const Flags& flags, const CommandLine& line, bool has_schedules, bool has_granularity) {
  RW_ASSIGN(const auto fail_on, ParseKinds(flags.fail_on, "--fail-on", {"warning", "predicted", "timing"}));
  RW_TRY(CheckReportFlags(flags.reports, flags.json));
  RW_ASSIGN(ExploreOptions options, MakeOptions(flags, line, has_schedules, has_granularity));
  std::vector<ProgressPoint> curve = {{}};
  options.status = [&](const ExploreStatus& status) {
    curve.push_back({std::chrono::duration<double>(status.elapsed).count(), status.schedules, status.patterns, status.findings});
    if (curve.size() > 1000)  // hours: half of the points will do
      for (std::size_t i = 1; i < curve.size(); ++i) curve.erase(curve.begin() + static_cast<std::ptrdiff_t>(i));
    ProgressLine(StatusText(status));
  };
  CatchInterrupts();
  if (!flags.shared.on.empty()) {
    RW_TRY(CheckShared(flags.shared, options));
    RW_ASSIGN(auto shared, RunShared(flags.shared, options));
    if (!shared) return kExitInterrupted;  // it goes on without us
    return Told(flags, *shared, curve, fail_on);
  }
  RW_ASSIGN(const ExploreResult result, Explore(options));
  return Told(flags, result, curve, fail_on);
}

}  // namespace

namespace {

CLI::App* AddExploreFlags(CLI::App& app, const std::shared_ptr<Flags>& flags) {
  CLI::App* command = app.add_subcommand("explore", "run a program under many schedules and report what fails");
  AddStrategyFlags(*command, flags->strategy);
  command->add_option("--schedules", flags->schedules, "stop after this number of schedules");
  command->add_option("--time", flags->time, "stop after this time (default 60s, unless --schedules is given)");
  command->add_option("-j,--jobs", flags->jobs, "processes of the program that share the search; pcr and mcr: threads that solve")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_flag("--keep-going", flags->keep_going, "do not stop at the first failure");
  command->add_option("--stop-on", flags->stop_on,
                      "also stop at the first finding of these kinds (race,atomicity,...), or at the first warning");
  command->add_option(
      "--fail-on", flags->fail_on,
      "kinds of findings that make the exit status 1 (default: all findings); warning, predicted and timing can be added");
  command->add_option("--suppressions", flags->suppressions,
                      "file of findings that are not reported, in the syntax of ThreadSanitizer");
  command->add_flag("--no-default-suppressions", flags->no_default_suppressions,
                    "also report the known races of the standard library itself (docs/formats/suppressions.md)");
  command->add_option("--check-determinism", flags->check_determinism,
                      "run every n-th schedule twice and report the first step that differs");
  command->add_flag("--count-distinct", flags->count_distinct, "count the schedules that are not equivalent to an earlier one");
  command->add_flag("--no-minimise", flags->no_minimise, "keep the schedules of findings as they were found");
  command->add_option("--out", flags->out, "directory for schedules of findings")->capture_default_str();
  command->add_option("--resume", flags->resume,
                      "save the search to this file regularly and at its end; if the file exists, continue from there");
  command->add_option("--from", flags->from,
                      "paths, reach, tpair, pcr, mcr: begin with this run, recorded by reweave trace --strategy paths -o FILE");
  command->add_flag("--salvage", flags->salvage, "with --from: use the readable part of a damaged file");
  AddFormatFlag(*command, flags->format);
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  AddReportFlags(*command, flags->reports, false);
  AddRecontestFlags(*command, flags->recontest);
  AddLimitFlags(*command, flags->target);
  flags->target.granularity = "racing";
  AddPlanFlags(*command, flags->target);
  AddSharedFlags(*command, flags->shared);
  command->footer("EXAMPLE\n  reweave explore --strategy random --schedules 100000 -- ./queue_test --some args\n"
                  "  reweave explore --strategy capp:LOA --against build-old/queue_test -- build-new/queue_test\n"
                  "  reweave explore --strategy recontest --against old/queue_test -- new/queue_test\n"
                  "  reweave explore --strategy paths --against old/queue_test -- new/queue_test\n"
                  "  reweave explore --strategy paths --why src/pool.cc:906 -- ./queue_test\n"
                  "  reweave explore --on slurm --tasks 64 --strategy dpor -- ./queue_test");
  return command;
}

}  // namespace

Result<ExploreOptions> ExploreOptionsOf(const std::vector<std::string>& words) {
  const auto dashes = std::ranges::find(words, "--");
  CommandLine line;
  line.has_program = dashes != words.end();
  if (line.has_program) line.program.assign(dashes + 1, words.end());
  CLI::App app;
  auto flags = std::make_shared<Flags>();
  const CLI::App* command = AddExploreFlags(app, flags);
  try {
    app.parse(std::vector<std::string>(std::reverse_iterator(dashes), words.rend()));
  } catch (const CLI::ParseError& error) {
    return Fail(ErrorCategory::kUsage, "the options of a search cannot be read", {}, error.what(),
                "it was begun by another version of reweave");
  }
  return MakeOptions(*flags, line, command->count("--schedules") > 0, command->count("--granularity") > 0);
}

void AddExploreCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = AddExploreFlags(app, flags);
  command->callback([=, &line] {
    line.run = [=, &line] {
      return Guarded(
          [&] { return RunExplore(*flags, line, command->count("--schedules") > 0, command->count("--granularity") > 0); });
    };
  });
}

}  // namespace reweave::inline cli
