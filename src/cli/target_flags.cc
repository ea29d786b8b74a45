#include "cli/target_flags.h"

#include <CLI/CLI.hpp>

#include "abi/limits.h"
#include "base/duration.h"
#include "explore/target/program.h"
#include "trace/kinds.h"

namespace reweave::inline cli {

void AddLimitFlags(CLI::App& command, TargetFlags& flags) {
  command.add_option("--isolation", flags.isolation, "how the program is restored between runs; auto chooses by a trial run")
      ->check(CLI::IsMember({"auto", "rewind", "fork", "exec"}))
      ->capture_default_str();
  command.add_option("--run-timeout", flags.run_timeout, "time that a run may make no progress (500ms 10s 5m 1h)")
      ->capture_default_str();
  command.add_option("--mem", flags.memory, "memory that the program may use (64M 2G); 0 means no limit")->capture_default_str();
  command.add_option("--max-processes", flags.max_processes, "child processes that the program may have at once")
      ->capture_default_str();
  command.add_option("--child", flags.child,
                     "explore the child process that the program's fork of this number makes before it has threads (0: the first "
                     "that has threads, if the program itself has none)");
  command.add_option("--stdin", flags.stdin_path, "the program's standard input")->capture_default_str();
}

void AddPlanFlags(CLI::App& command, TargetFlags& flags) {
  command
      .add_option(
          "--granularity", flags.granularity,
          "which plain memory accesses are scheduling points: none (sync), those to locations that raced (racing), to shared "
          "locations (shared), or all")
      ->check(CLI::IsMember({"sync", "racing", "shared", "all"}))
      ->capture_default_str();
  command
      .add_option("--record", flags.record,
                  "what is recorded: sync,access,all-access,call,branch,block,loop,alloc; comparison (what impact needs); or all")
      ->capture_default_str();
  command.add_option("--max-steps", flags.max_steps, "scheduling points that a run may have; 0 means no limit")
      ->capture_default_str();
  command.add_option("--pool", flags.pool, "threads that are made ahead; grows by itself")
      ->check(CLI::Range(1u, abi::kMostPoolThreads))
      ->capture_default_str();
  command.add_option("--start-step", flags.start_step,
                     "where schedules start: so many scheduling points after the first thread's creation, which are run by rule "
                     "with switches at synchronisation only (0: at the creation)");
  command.add_option("--window", flags.window,
                     "vary so many scheduling points from the start, run the rest by rule and end a run after ten times as many "
                     "more (0: vary all)");
  command
      .add_option("--time-model", flags.time_model,
                  "a sleep or timed wait ends when no other thread can run (events), or at any moment (free)")
      ->check(CLI::IsMember({"events", "free"}))
      ->capture_default_str();
  command.add_flag("--spurious", flags.spurious, "condition waits may return without a signal");
}

bool IsAutomatic(const TargetFlags& flags) { return flags.isolation == "auto"; }

Result<TargetOptions> MakeTargetOptions(const TargetFlags& flags, const CommandLine& line) {
  TargetOptions options;
  RW_ASSIGN(options.run_timeout, ParseDuration(flags.run_timeout));
  RW_ASSIGN(options.memory_limit, ParseSize(flags.memory));
  RW_ASSIGN(options.program, InspectProgram(line.program));
  options.isolation = flags.isolation == "fork"   ? abi::Isolation::kFork
                      : flags.isolation == "exec" ? abi::Isolation::kExec
                                                  : abi::Isolation::kRewind;
  options.max_processes = flags.max_processes;
  options.pool_threads = flags.pool;
  options.follow = flags.child;
  options.start_at = flags.start_step;
  options.window = flags.window;
  options.stdin_path = flags.stdin_path;
  options.preamble_record = ParseRecordClasses(flags.record).value_or(options.preamble_record);
  options.spin = DefaultSpin(1);
  return options;
}

Result<Plan> MakeBasePlan(const TargetFlags& flags) {
  Plan plan;
  const auto record = ParseRecordClasses(flags.record);
  if (!record)
    return Fail(ErrorCategory::kUsage, "unknown record class in", flags.record, {},
                "known: sync, access, all-access, call, branch, block, loop, alloc, all");
  plan.record = *record;
  plan.granularity = flags.granularity == "sync"     ? abi::Granularity::kSync
                     : flags.granularity == "all"    ? abi::Granularity::kAll
                     : flags.granularity == "racing" ? abi::Granularity::kRacing
                                                     : abi::Granularity::kShared;
  plan.max_steps = flags.max_steps;
  if (flags.spurious) plan.flags |= abi::kPlanSpurious;
  if (flags.time_model == "free") plan.flags |= abi::kPlanFreeTime;
  return plan;
}

}  // namespace reweave::inline cli
