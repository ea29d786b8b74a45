#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/duration.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/strategy_flags.h"
#include "cli/target_flags.h"
#include "explore/explorer.h"
#include "explore/interrupt.h"
#include "report/json.h"
#include "report/terminal.h"

namespace reweave {

namespace {

struct Flags {
  TargetFlags target;
  StrategyFlags strategy;
  std::string time, json, out = ".reweave/results";
  std::uint64_t schedules = 0;
  unsigned jobs = 1;
  bool keep_going = false, no_minimise = false;
  std::string suppressions, stop_on, resume;
};

std::string StatusText(const ExploreStatus& status) {
  const double seconds = std::chrono::duration<double>(status.elapsed).count();
  return fmt::format("{} schedules, {:.0f}/s, {} findings, {}{}{}", status.schedules,
                     static_cast<double>(status.schedules) / std::max(seconds, 1e-9), status.findings,
                     FormatDuration(status.elapsed), status.strategy_progress.empty() ? "" : ", ", status.strategy_progress);
}

int ExitStatusOf(const ExploreResult& result) {
  if (!result.findings.empty()) return kExitFindings;
  if (!result.unsupported.empty()) return kExitTarget;
  return result.stopped_by == StoppedBy::kInterrupted ? kExitInterrupted : kExitOk;
}

Result<ExploreOptions> MakeOptions(const Flags& flags, const CommandLine& line, bool has_schedules) {
  ExploreOptions options;
  if (!flags.time.empty()) {
    RW_ASSIGN(options.time, ParseDuration(flags.time));
  }
  if (has_schedules) options.schedules = flags.schedules;
  RW_ASSIGN(options.strategy_options.base, MakeBasePlan(flags.target));
  RW_TRY(SetStrategyOptions(flags.strategy, options.strategy_options));
  options.strategy = flags.strategy.strategy;
  RW_TRY(MakeStrategy(options.strategy, options.strategy_options));  // a wrong name is told before the program is looked at
  RW_ASSIGN(options.target, MakeTargetOptions(flags.target, line));
  options.choose_isolation = IsAutomatic(flags.target);
  options.jobs = flags.jobs;
  options.keep_going = flags.keep_going;
  if (flags.no_minimise) options.minimise = {};
  options.suppressions = flags.suppressions;
  options.stop_on_race = flags.stop_on == "race";
  options.out_dir = flags.out;
  options.resume = flags.resume;
  if (flags.json != "-") options.message = [](const std::string& text) { Message(text); };
  options.status = [](const ExploreStatus& status) { StatusLine(StatusText(status)); };
  return options;
}

Result<int> RunExplore(const Flags& flags, const CommandLine& line, bool has_schedules) {
  RW_ASSIGN(const ExploreOptions options, MakeOptions(flags, line, has_schedules));
  CatchInterrupts();
  RW_ASSIGN(const ExploreResult result, Explore(options));
  StatusLine("");
  if (flags.json != "-") Print(RenderExplore(result, {.colour = StdoutIsTerminal()}));
  RW_TRY(WriteJson(flags.json, ExploreJson(result, REWEAVE_VERSION)));
  return ExitStatusOf(result);
}

}  // namespace

void AddExploreCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("explore", "run a program under many schedules and report what fails");
  AddStrategyFlags(*command, flags->strategy);
  auto* schedules = command->add_option("--schedules", flags->schedules, "stop after so many schedules");
  command->add_option("--time", flags->time, "stop after this time; 60s if neither this nor --schedules is given");
  command->add_option("-j,--jobs", flags->jobs, "target processes that share the search")->check(CLI::Range(1, 256))->capture_default_str();
  command->add_flag("--keep-going", flags->keep_going, "do not stop at the first failure");
  command->add_option("--stop-on", flags->stop_on, "also stop at the first finding of this kind")->check(CLI::IsMember({"race"}));
  command->add_option("--suppressions", flags->suppressions, "findings to leave out, in ThreadSanitizer's syntax");
  command->add_flag("--no-minimise", flags->no_minimise, "keep the schedules of findings as they were found");
  command->add_option("--out", flags->out, "directory for schedules of findings")->capture_default_str();
  command->add_option("--resume", flags->resume, "save the search to this file now and then and at its end; if it exists, go on from there");
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  AddLimitFlags(*command, flags->target);
  AddPlanFlags(*command, flags->target);
  command->footer("EXAMPLE\n  reweave explore --strategy random --schedules 100000 -- ./queue_test --some args");
  command->callback([=, &line] {
    line.run = [=, &line] { return Guarded([&] { return RunExplore(*flags, line, schedules->count() > 0); }); };
  });
}

}  // namespace reweave
