#include <CLI/CLI.hpp>
#include <memory>

#include "base/file.h"
#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/target_flags.h"
#include "explore/search/strategy.h"
#include "explore/target/isolation.h"
#include "findings/listing.h"
#include "report/perfetto.h"
#include "report/terminal.h"
#include "report/trace_json.h"
#include "trace/file.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  TargetFlags target;
  std::string strategy = "none", json, out, read, perfetto;
  std::uint64_t seed = 1;
  bool salvage = false, preamble = false;
};

Result<TraceFile> RecordOne(const Flags& flags, const CommandLine& line) {
  StrategyOptions strategy_options{.base = {}, .seed = flags.seed, .parameter = {}};
  RW_ASSIGN(strategy_options.base, MakeBasePlan(flags.target));
  RW_ASSIGN(const auto strategy, MakeStrategy(flags.strategy, strategy_options));
  RW_ASSIGN(TargetOptions options, MakeTargetOptions(flags.target, line));
  if (IsAutomatic(flags.target)) options.isolation = abi::Isolation::kExec;  // one run: nothing to rewind for
  RW_ASSIGN(const auto target, Target::Create(options));
  Plan plan = *strategy->Next();
  plan.runs = 1;
  plan.flags |= abi::kPlanFrames;
  CatchInterrupts();
  RW_TRY(target->Submit(plan));
  TraceFile file;
  RW_ASSIGN(const Target::Status status, target->NextRun(file.trace));
  if (status == Target::Status::kInterrupted) return Fail(ErrorCategory::kUsage, "interrupted");
  file.info = {.command = options.program.command,
               .build_key = options.program.build_key,
               .tool_version = REWEAVE_VERSION,
               .isolation = IsolationName(target->isolation()),
               .strategy = flags.strategy,
               .seed = plan.seed};
  return file;
}

std::string OutputText(const Trace& trace) {
  const Summary summary = Summarize(trace);
  return RenderOutput(summary.output, summary.errors);
}

Result<int> RunTrace(const Flags& flags, const CommandLine& line) {
  if (!flags.read.empty() && line.has_program)
    return Fail(ErrorCategory::kUsage, "give either --read FILE or a program, not both");
  if (!flags.perfetto.empty()) RW_TRY(CheckWritable(flags.perfetto, "cannot write the file of --perfetto"));
  RW_ASSIGN(const TraceFile file, flags.read.empty() ? RecordOne(flags, line) : ReadTrace(flags.read, flags.salvage));
  if (!file.problem.empty()) Message("salvaged the part before " + file.problem);
  SiteNames names;
  names.Use(file.trace);
  if (!flags.out.empty()) RW_TRY(WriteTrace(flags.out, file.info, file.trace));
  if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, TraceJson(file.info, file.trace, names)));
  if (!flags.perfetto.empty())
    RW_TRY(WriteFile(flags.perfetto, PerfettoJson(file.info, file.trace, names), "cannot write the trace for Perfetto"));
  if (flags.json != "-") {
    if (flags.out.empty()) Print(RenderListing(file.trace, names, {.preamble = flags.preamble}));
    Print(OutputText(file.trace) + "end: " + RenderEnd(file.trace));
  }
  if (file.trace.end_kind() == abi::EndKind::kUnsupported) return kExitTarget;
  return file.trace.failed() && flags.read.empty() ? kExitFindings : kExitOk;
}

}  // namespace

void AddTraceCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("trace", "run a program once and print what it did");
  command->add_option("-o", flags->out, "write the trace to this file (.rwt) and do not print its events");
  command->add_option("--read", flags->read, "print a stored trace; no program is run");
  command->add_flag("--salvage", flags->salvage, "with --read: use the readable part of a damaged file");
  command->add_flag("--preamble", flags->preamble, "also print what ran before the first thread was created");
  command->add_option("--strategy", flags->strategy, "who decides about switches of threads: none, random, pct, pos")
      ->capture_default_str();
  command->add_option("--seed", flags->seed, "seed of all random choices")->capture_default_str();
  command->add_option("--json", flags->json, "write the trace as JSON to this file, - for stdout");
  command->add_option("--perfetto", flags->perfetto, "write the run to this file for ui.perfetto.dev or chrome://tracing");
  AddLimitFlags(*command, flags->target);
  AddPlanFlags(*command, flags->target);
  command->footer("EXAMPLE\n  reweave trace --strategy random --seed 7 -- ./queue_test\n"
                  "  reweave trace -o run.rwt --record sync,access,call -- ./queue_test\n  reweave trace --read run.rwt");
  command->callback([=, &line] { line.run = [=, &line] { return Guarded([&] { return RunTrace(*flags, line); }); }; });
}

}  // namespace reweave::inline cli
