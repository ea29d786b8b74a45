#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/machine.h"
#include "cli/output.h"
#include "cli/report_flags.h"
#include "cli/step_through.h"
#include "cli/target_flags.h"
#include "detect/findings.h"
#include "detect/races.h"
#include "explore/collect/grouping.h"
#include "explore/replay.h"
#include "explore/target/debug_session.h"
#include "findings/interleaving.h"
#include "findings/listing.h"
#include "report/gcc_lines.h"
#include "report/perfetto.h"
#include "report/terminal.h"
#include "trace/file.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

struct Flags {
  TargetFlags target;
  std::string file, json, trace, perfetto, format = "text";
  std::uint32_t times = 1;
  std::size_t lines = 60;
  bool gdb = false, step = false;
  std::vector<std::string> gdb_commands;
};

struct Tally {
  std::uint32_t runs = 0, failed = 0, passed = 0, diverged = 0;
  std::optional<Divergence> divergence;  // the first
  Trace last;
  TargetOptions target;                   // as the last run needed it
  std::vector<abi::SharedSlot> shared;    // locations that the runs showed to be shared
  bool last_raced = false;
  bool same_build = true;
};

int ExitStatusOf(const Tally& tally) {
  if (tally.diverged > 0) return kExitDiverged;
  return tally.failed > 0 ? kExitFindings : kExitOk;
}

Result<Tally> RunAll(const Flags& flags, Schedule& schedule, const CommandLine& given, SiteNames& names) {
  CommandLine line = given;
  if (!line.has_program) line.program = schedule.command;
  RW_ASSIGN(TargetOptions options, MakeTargetOptions(flags.target, line));
  ApplySchedule(schedule, options);
  if (options.program.directory != schedule.directory)
    Message(fmt::format("{} is gone, where the program ran: it runs in the current directory", EscapeLine(schedule.directory)));
  if (flags.target.isolation == "rewind") options.isolation = abi::Isolation::kRewind;
  if (flags.target.isolation == "fork") options.isolation = abi::Isolation::kFork;
  if (flags.target.isolation == "exec") options.isolation = abi::Isolation::kExec;
  Tally tally;
  tally.same_build = options.program.build_key == schedule.build_key;
  if (!tally.same_build) Message("the program was built again since the schedule was made; trying anyway");
  RW_ASSIGN(const auto target, Target::Create(options));
  for (; tally.runs < flags.times; ++tally.runs) {
    RW_ASSIGN(ReplayOutcome outcome, Replay(*target, schedule, names, tally.same_build));
    const bool diverged = outcome.divergence.has_value();
    tally.diverged += diverged;
    if (diverged && !tally.divergence) tally.divergence = outcome.divergence;
    if (!diverged) ++(outcome.trace.failed() || outcome.race_seen ? tally.failed : tally.passed);
    if (outcome.trace.end_kind() == abi::EndKind::kUnsupported)
      return Fail(ErrorCategory::kTarget, "cannot replay", line.program[0], Summarize(outcome.trace).unsupported);
    tally.last_raced = outcome.race_seen;
    const bool last = tally.runs + 1 == flags.times;
    if (last) outcome = WithItsRaces(*target, schedule, std::move(outcome), names, tally.same_build);
    tally.last = std::move(outcome.trace);
  }
  tally.target = target->options();
  tally.shared = target->Shared();
  return tally;
}

// What the last run showed: its failure, or the race that the schedule was kept for.
std::optional<Finding> LastFinding(const Schedule& schedule, const Tally& tally, const SiteNames& names) {
  if (tally.last.failed()) return FindingFromTrace(tally.last, names);
  if (!tally.last_raced) return std::nullopt;
  const auto is = [&](const detect::RacingAccess& access, const detect::EventName& name) {
    const abi::Event& event = tally.last.events[access.event];
    return event.tid == name.tid && event.ordinal == name.ordinal;
  };
  detect::RaceDetector detector;
  detector.Analyse(tally.last);
  const detect::RacePair* found = nullptr;
  for (const detect::RacePair& pair : detector.pairs()) {
    if (pair.potential) continue;
    if (found == nullptr) found = &pair;
    if (is(pair.second, schedule.race->second) || is(pair.second, schedule.race->first)) found = &pair;
  }
  if (found == nullptr) return std::nullopt;
  return detect::RaceFinding(tally.last, *found, names);
}

Json ReplayJson(const Schedule& schedule, const Tally& tally, const SiteNames& names) {
  Json finding = nullptr, divergence = nullptr;
  if (const auto found = LastFinding(schedule, tally, names)) {
    const Finding& f = *found;
    finding = {{"id", f.id},
               {"kind", Name(f.kind)},
               {"subkind", f.subkind ? Json(*f.subkind) : Json(nullptr)},
               {"message", EscapeUtf8(f.message)}};
  }
  if (tally.divergence)
    divergence = {{"step", tally.divergence->step},
                  {"expected", EscapeUtf8(tally.divergence->expected)},
                  {"seen", EscapeUtf8(tally.divergence->seen)},
                  {"why", EscapeUtf8(tally.divergence->why)}};
  Json program = Json::array();
  for (const auto& word : schedule.command) program.push_back(EscapeUtf8(word));
  return {{"schema", 1},
          {"tool", "reweave"},
          {"version", REWEAVE_VERSION},
          {"command", "replay"},
          {"program", program},
          {"build", EscapeUtf8(schedule.build_key)},
          {"same_build", tally.same_build},
          {"times", tally.runs},
          {"failed", tally.failed},
          {"passed", tally.passed},
          {"diverged", tally.diverged},
          {"end", EndKindName(tally.last.end_kind())},
          {"expected_end", EndKindName(schedule.end)},
          {"finding", finding},
          {"divergence", divergence}};
}

std::string Render(const Flags& flags, const Schedule& schedule, const Tally& tally, const SiteNames& names) {
  std::string out = RenderListing(tally.last, names, {.points_only = true, .last = flags.lines}) + "\n";
  if (tally.divergence) {
    const Divergence& d = *tally.divergence;
    out +=
        fmt::format("diverged at step {}\n  expected: {}\n  saw:      {}\n", d.step, EscapeLine(d.expected), EscapeLine(d.seen));
    if (!d.why.empty()) out += "  why:      " + EscapeLine(d.why) + "\n";
  }
  if (const auto found = LastFinding(schedule, tally, names)) out += RenderFailure(*found, {.colour = UsesColour()});
  out += fmt::format("replayed {} time{}: {} failed, {} passed, {} diverged\n", tally.runs, tally.runs == 1 ? "" : "s",
                     tally.failed, tally.passed, tally.diverged);
  return out;
}

std::string GccText(const Schedule& schedule, const Tally& tally, const SiteNames& names) {
  const auto found = LastFinding(schedule, tally, names);
  return found ? GccLines(*found, "error") : "";
}

void WalkThrough(const Schedule& schedule, const Tally& tally, const SiteNames& names) {
  std::vector<EventMark> about;
  if (schedule.race && tally.last_raced)
    for (const detect::EventName& name : {schedule.race->first, schedule.race->second}) about.push_back({name.tid, name.ordinal});
  std::string end = RenderEnd(tally.last);
  end.erase(end.find_last_not_of('\n') + 1);
  std::error_code error;
  const std::vector<std::string> near = {std::filesystem::current_path(error).string(),
                                         std::filesystem::path(tally.target.program.path).parent_path().string()};
  StepThrough(InterleavingOf(tally.last, names, about),
              {.end = end, .near = near, .colour = UsesColour(), .prompt = StdoutIsTerminal() && isatty(STDIN_FILENO) == 1},
              stdin);
}

// The replay before showed that the schedule can be followed, and where it leads.
Result<int> RunInGdb(const Flags& flags, const Schedule& schedule, const Tally& tally) {
  if (tally.divergence)
    return Fail(ErrorCategory::kDiverged, "the schedule does not fit the program", flags.file, tally.divergence->why,
                "replay it without --gdb to see where");
  const std::string script = FindOwnFile("gdb.py");
  if (script.empty()) return Fail(ErrorCategory::kUsage, "gdb.py is missing beside the runtime", "", "", "reinstall reweave");
  Message("the schedule leads to: " + RenderEnd(tally.last).substr(0, RenderEnd(tally.last).find('\n')));
  RW_TRY(RunUnderGdb(tally.target, schedule.plan, tally.shared,
                     {.script = script, .commands = flags.gdb_commands, .batch = !flags.gdb_commands.empty()}));
  return ExitStatusOf(tally);
}

Result<int> RunReplay(const Flags& flags, const CommandLine& line) {
  RW_ASSIGN(Schedule schedule, ReadSchedule(flags.file));
  if (!flags.perfetto.empty()) RW_TRY(CheckWritable(flags.perfetto, "cannot write the file of --perfetto"));
  SiteNames names;
  CatchInterrupts();
  RW_ASSIGN(const Tally tally, RunAll(flags, schedule, line, names));
  if (flags.gdb || !flags.gdb_commands.empty()) return RunInGdb(flags, schedule, tally);
  const TraceInfo info{.command = schedule.command,
                       .build_key = schedule.build_key,
                       .tool_version = REWEAVE_VERSION,
                       .isolation = IsolationName(schedule.isolation),
                       .strategy = "replay",
                       .seed = schedule.plan.seed};
  if (!flags.trace.empty()) RW_TRY(WriteTrace(flags.trace, info, tally.last));
  if (!flags.perfetto.empty()) {
    names.Use(tally.last);
    RW_TRY(WriteFile(flags.perfetto, PerfettoJson(info, tally.last, names), "cannot write the trace for Perfetto"));
  }
  if (!flags.json.empty())
    RW_TRY(WriteJson(flags.json, ReplayJson(schedule, tally, names).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
  if (flags.step && !tally.divergence) {
    WalkThrough(schedule, tally, names);
    return ExitStatusOf(tally);
  }
  if (flags.json != "-") Print(flags.format == "gcc" ? GccText(schedule, tally, names) : Render(flags, schedule, tally, names));
  return ExitStatusOf(tally);
}

}  // namespace

void AddReplayCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("replay", "repeat a schedule and verify every step");
  command->add_option("FILE", flags->file, "schedule file (.rws)")->required();
  command->add_option("--times", flags->times, "number of replays, in one process if the isolation level allows it")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--lines", flags->lines, "number of events shown, counted from the end; 0 shows all")
      ->capture_default_str();
  command->add_option("--trace", flags->trace, "keep the last run in this file (.rwt)");
  command->add_option("--perfetto", flags->perfetto, "write the last run to this file for ui.perfetto.dev or chrome://tracing");
  AddFormatFlag(*command, flags->format);
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  command->add_flag("--step", flags->step,
                    "walk through the run step by step, with commands from the terminal or from standard input");
  command->add_flag("--gdb", flags->gdb, "replay it under gdb; `help reweave` there explains its commands");
  command->add_option("--gdb-command", flags->gdb_commands, "run gdb with this command and without a terminal; may be repeated")
      ->expected(1)
      ->take_all();
  AddLimitFlags(*command, flags->target);
  command->footer("EXAMPLE\n  reweave replay .reweave/results/queue_test-assert-1f2e3d.rws\n"
                  "  reweave replay failure.rws --times 100 -- ./queue_test --some args\n"
                  "  reweave replay failure.rws --step\n"
                  "  reweave replay failure.rws --gdb-command run --gdb-command 'reweave bt'");
  command->callback([=, &line] { line.run = [=, &line] { return Guarded([&] { return RunReplay(*flags, line); }); }; });
}

}  // namespace reweave::inline cli
