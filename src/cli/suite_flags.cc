#include "cli/suite_flags.h"

#include <CLI/CLI.hpp>

#include "base/duration.h"
#include "cli/history_flags.h"

namespace reweave::inline cli {

void AddSuiteFlags(CLI::App& command, SuiteFlags& flags) {
  command.add_option("OLD", flags.old_subject, "test program or build directory before the change, built with the driver")
      ->required();
  command.add_option("NEW", flags.new_subject, "the same after the change")->required();
  command.add_option("--tests", flags.tests, "file with one test per line (name: arguments), or a build directory with CTest");
  command.add_flag("--all", flags.all, "also list the tests that are not selected, in ranked order after the selected ones");
  command.add_flag("--no-record", flags.no_record, "do not run tests that have no history, but select them");
  command.add_flag("--force", flags.force, "compare builds even if they have different language standards");
  command.add_option("--runs", flags.runs, "recording: runs of each test; the union of their coverage is kept")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--controlled", flags.controlled, "recording: run under the engine, with the same coverage every time");
  command.add_option("--tie", flags.tie, "order of tests that add equally much: as in the suite (first), or random as published")
      ->check(CLI::IsMember({"first", "random"}))
      ->capture_default_str();
  command.add_option("--seed", flags.seed, "seed of all random choices")->capture_default_str();
  command.add_option("--timeout", flags.timeout, "time limit of tests that have none of their own (500ms 10s 5m 1h)")
      ->capture_default_str();
  command.add_option("--mem", flags.memory, "memory that a test may use (64M 2G); 0 means no limit")->capture_default_str();
  command
      .add_option("--analysis-time", flags.analysis_time,
                  "time limit of the analysis of a program; beyond it, tests that enter changed functions are selected")
      ->capture_default_str();
  command.add_option("--analysis-memory", flags.analysis_memory, "memory limit of the analysis (512M 2G)")->capture_default_str();
  command.add_flag("--condvar-impact", flags.condvar_impact,
                   "a changed wait of a condition variable affects what its lock guards");
  command.add_option("--stdin", flags.stdin_path, "standard input of the tests")->capture_default_str();
  AddStoreFlag(command, flags.store);
}

Result<SuiteOptions> MakeSuiteOptions(const SuiteFlags& flags) {
  SuiteOptions options;
  options.old_subject = flags.old_subject;
  options.new_subject = flags.new_subject;
  options.tests = flags.tests;
  options.record = !flags.no_record;
  options.rank_all = flags.all;
  options.same_standards = !flags.force;
  if (flags.tie == "random") options.ties.random_seed = flags.seed;
  RW_ASSIGN(options.recording.limits.timeout, ParseDuration(flags.timeout));
  RW_ASSIGN(options.recording.limits.memory, ParseSize(flags.memory));
  RW_ASSIGN(options.impact.effort.time, ParseDuration(flags.analysis_time));
  RW_ASSIGN(options.impact.effort.memory, ParseSize(flags.analysis_memory));
  options.impact.condvar_impact = flags.condvar_impact;
  options.recording.limits.stdin_path = flags.stdin_path;
  options.recording.runs = flags.runs;
  options.recording.controlled = flags.controlled;
  options.recording.seed = flags.seed;
  return options;
}

}  // namespace reweave::inline cli
