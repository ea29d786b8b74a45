#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

#include "base/duration.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "check/baseline.h"
#include "check/check.h"
#include "check/tool_id.h"
#include "cli/check_gen.h"
#include "cli/check_on.h"
#include "cli/check_progress.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "report/check_verdict.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  std::string base, head = ".", budget, fail_on, incomplete, baseline, write_baseline, store, shard, times, format = "text";
  ReportFlags reports;
  std::vector<std::string> tests;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::optional<std::uint64_t> seed;
  bool quiet = false, verbose = false, fast = false, deep = false, keep = false, again = false, gen = false;
  bool no_default_suppressions = false, since_last = false;
  CheckOnFlags on;
};

Result<CheckOptions> MakeOptions(const Flags& flags) {
  CheckOptions options;
  options.base = flags.base;
  options.head = flags.head;
  options.only = flags.tests;
  options.jobs = flags.jobs;
  options.seed = flags.seed;
  options.baseline = flags.baseline;
  options.store = flags.store;
  options.times = flags.times;
  if (!flags.shard.empty()) {
    RW_ASSIGN(options.shard, ParseShard(flags.shard));
  }
  options.keep = flags.keep;
  options.again = flags.again;
  options.default_suppressions = !flags.no_default_suppressions;
  options.since_last = flags.since_last;
  // An edit that is checked at every save: a short look, unless a longer one is asked for.
  const bool fast = flags.fast || (flags.since_last && flags.budget.empty());
  options.mode = flags.deep ? CheckMode::kDeep : fast ? CheckMode::kFast : CheckMode::kUsual;
  if (!flags.budget.empty()) {
    RW_ASSIGN(options.budget, ParseDuration(flags.budget));
  }
  RW_ASSIGN(const std::string driver, FindDriver());
  options.drivers = driver.substr(0, driver.rfind('/'));
  return options;
}

Result<std::optional<CheckResult>> Whole(Result<CheckResult> result) {
  if (!result) return std::unexpected(result.error());
  return std::optional(std::move(*result));
}

Result<int> RunCheckCommand(const Flags& flags) {
  RW_TRY(CheckReportFlags(flags.reports));
  RW_ASSIGN(CheckOptions options, MakeOptions(flags));
  RW_ASSIGN(const Config config, ConfigOf(options.directory));
  const std::string fail_on = !flags.fail_on.empty() ? flags.fail_on : config.check.fail_on.value_or("new");
  CheckDisplay display(flags.quiet);
  options.say = [&](const std::string& text) { display.Say(text); };
  options.status = [&](const std::string& text) { display.Status(text); };
  options.progress = [&](const CheckProgress& progress) { display.Show(progress); };
  CatchInterrupts();
  auto outcome = flags.on.on.empty() ? Whole(RunCheck(options)) : RunCheckOn(flags.on, flags.store, options.say, options.status);
  if (!outcome && Interrupted()) {  // a build, or git, that was ended
    display.Say("interrupted");
    return kExitInterrupted;
  }
  if (!outcome) return std::unexpected(outcome.error());
  if (!*outcome) return kExitInterrupted;  // it goes on without us
  const CheckResult& result = **outcome;
  display.Clear();
  if (!flags.quiet) {
    std::size_t width = 20;
    for (const CheckedTest& test : result.tests)
      if (!test.phases.empty()) width = std::max(width, test.name.size());
    for (const CheckedTest& test : result.tests)
      if (!test.phases.empty()) std::fprintf(stderr, "%s\n", TestRow(test, width).c_str());
  }
  if (flags.verbose) std::fputs(VerboseText(result).c_str(), stderr);
  if (!flags.write_baseline.empty()) {
    RW_TRY(WriteFile(flags.write_baseline, BaselineText(result), "cannot write the baseline"));
    display.Say("baseline written: " + flags.write_baseline);
  }
  RW_TRY(WriteReports(flags.reports, result, {.fail_on_old = fail_on == "any"}));
  if (!flags.reports.TakesStdout()) PrintCheck(result, flags.format);
  if (flags.gen && !result.interrupted) {
    GenCheckFlags gen{.drivers = options.drivers,
                      .default_suppressions = !flags.no_default_suppressions,
                      .prints = !flags.reports.TakesStdout()};
    RW_ASSIGN(const bool fails, RunCheckGen(gen, result, config, display));
    if (fails) return kExitFindings;
  }
  const CheckVerdict verdict = VerdictOf(result, fail_on == "any");
  if (verdict == CheckVerdict::kFindings && flags.write_baseline.empty()) return kExitFindings;
  if (result.interrupted) return kExitInterrupted;
  const std::string incomplete = !flags.incomplete.empty() ? flags.incomplete : config.check.incomplete.value_or("fail");
  return verdict == CheckVerdict::kIncomplete && incomplete == "fail" ? kExitIncomplete : kExitOk;
}

}  // namespace

void AddCheckCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command =
      app.add_subcommand("check", "check whether a change broke the concurrency of a program: build both versions from "
                                  "git and explore the tests that can notice the change");
  auto* base =
      command->add_option("--base", flags->base, "revision to compare with (default: the merge base with the upstream branch)");
  auto* head =
      command
          ->add_option("--head", flags->head, "revision to check; . is the working tree with its uncommitted and untracked files")
          ->capture_default_str();
  auto* since_last =
      command
          ->add_flag(
              "--since-last", flags->since_last,
              "compare the working tree with what the last check looked at, for a look after every edit; as --fast, unless "
              "--budget or --deep is given")
          ->excludes(base)
          ->excludes(head);
  command->add_option("--budget", flags->budget, "time for everything except building (default 5m, or 30m with --deep)");
  auto* fast = command->add_flag("--fast", flags->fast,
                                 "only replay known schedules, try new interleavings, and run 100 schedules per test");
  command->add_flag("--deep", flags->deep, "use all of the time, and continue after findings")->excludes(fast);
  command->add_option("--test", flags->tests, "check only this test; may be repeated");
  command->add_option("--fail-on", flags->fail_on, "which findings make the exit status 1: new ones (default) or any")
      ->check(CLI::IsMember({"new", "any"}));
  command
      ->add_option("--incomplete", flags->incomplete,
                   "whether an incomplete check fails with status 6 (default) or passes with status 0. A check is incomplete if "
                   "something that can notice the change was not looked at")
      ->check(CLI::IsMember({"fail", "pass"}));
  command->add_option("--baseline", flags->baseline, "file of accepted findings: they are shown but do not fail the check");
  command->add_option("--write-baseline", flags->write_baseline,
                      "write what was found to such a file; the exit status is then 0");
  command->add_flag("--keep", flags->keep,
                    "copy the schedules of new findings to .reweave/corpus, from where later checks replay them first");
  CLI::Option* gen = AddCheckGenFlag(*command, flags->gen);
  command->add_flag("--again", flags->again, "explore even if the same check was made before");
  command->add_flag("--no-default-suppressions", flags->no_default_suppressions,
                    "also report the known races of the standard library itself (docs/formats/suppressions.md)");
  command
      ->add_option("--store", flags->store, "where histories are kept: a file, or postgresql://... (default .reweave/history.db)")
      ->envname("REWEAVE_STORE");
  auto* shard = command->add_option("--shard", flags->shard,
                                    "only the tests of one part: 3/8 is the third of eight, for machines that share nothing. "
                                    "Each writes --json, and 'reweave report part*.json' puts them together");
  command
      ->add_option("--times", flags->times,
                   "for --shard: what check or report wrote by --json before, so that all parts take about the same time")
      ->needs(shard);
  AddCheckOnFlags(*command, flags->on, gen != nullptr ? std::vector{shard, since_last, gen} : std::vector{shard, since_last});
  command->add_option("--seed", flags->seed, "seed of all random choices (default 1)");
  command->add_option("-j,--jobs", flags->jobs, "processes for building, and tests that are explored at a time")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  auto* quiet = command->add_flag("-q,--quiet", flags->quiet, "print only findings and the last line");
  command->add_flag("-v,--verbose", flags->verbose, "also print why each test was chosen or left out, and what its searches did")
      ->excludes(quiet);
  AddFormatFlag(*command, flags->format);
  AddReportFlags(*command, flags->reports, true);
  command->footer(
      "EXAMPLE\n  reweave check --base origin/main --budget 2m\n  reweave check --fast --sarif reweave.sarif        "
      "(in a CI job)\n  reweave check --since-last                        (after each edit)\n  reweave check --shard "
      "3/8 --json part3.json       (on the third of eight CI runners)\n  reweave check --base origin/main --on slurm --nodes 8");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunCheckCommand(*flags); }); }; });
}

}  // namespace reweave::inline cli
