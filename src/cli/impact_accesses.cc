#include "cli/impact_accesses.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/duration.h"
#include "base/escape.h"
#include "base/interrupt.h"
#include "cli/output.h"
#include "techniques/recontest/describe.h"
#include "techniques/recontest/recording.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

Result<std::shared_ptr<const Trace>> Record(const ImpactAccesses& what, const std::string& file, const CommandLine& line,
                                            std::uint64_t seed) {
  CommandLine program;
  program.program = {recontest::AsFile(file)};
  program.program.insert(program.program.end(), line.program.begin(), line.program.end());
  RW_ASSIGN(const TargetOptions options, MakeTargetOptions(what.target, program));
  RW_ASSIGN(const Plan base, MakeBasePlan(what.target));
  return recontest::RecordRun(options, base, seed);
}

// The same build twice must do the same; else nothing that is said about the change can be trusted.
void TellNondeterminism(const std::vector<recontest::AccessReport>& accesses) {
  for (const auto& access : accesses)
    if (access.verdict != "unaffected") {
      Message(fmt::format(
          "both are the same build, yet their runs differ, first at {}:{} ({}): the program depends on something outside",
          access.file, access.line, access.access));
      break;
    }
}

std::string Text(const recontest::Analysis& analysis, const std::vector<recontest::AccessReport>& accesses) {
  std::string out;
  for (const auto& access : accesses) {
    if (access.verdict == "unaffected") continue;
    out += fmt::format("{:<8} {}:{}  thread {}  {}{}\n         {}\n", access.verdict, EscapeLine(access.file), access.line,
                       access.thread, EscapeLine(access.access), access.in_handler ? "  in a signal handler" : "",
                       EscapeLine(access.why));
  }
  const auto& impact = analysis.impact;
  out += fmt::format("{} of {} shared accesses impacted: {} new, {} in another context; {} in the old run, {} aligned\n",
                     impact.fresh + impact.changed, accesses.size(), impact.fresh, impact.changed,
                     analysis.runs.old_run.accesses.size(), impact.aligned);
  if (impact.fresh + impact.changed == 0) out += "no concurrency impact\n";
  return out;
}

std::string JsonText(const ImpactAccesses& what, const CommandLine& line, const recontest::Analysis& analysis,
                     const std::vector<recontest::AccessReport>& accesses) {
  Json json = Json::parse(what.points);
  Json list = Json::array(), args = Json::array(), flags = Json::array();
  for (const std::string& word : line.program) args.push_back(EscapeUtf8(word));
  for (const std::string& flag : analysis.flags()) flags.push_back(flag);
  for (const auto& access : accesses)
    list.push_back({{"thread", access.thread},
                    {"file", EscapeUtf8(access.file)},
                    {"line", access.line},
                    {"function", EscapeUtf8(access.function)},
                    {"access", EscapeUtf8(access.access)},
                    {"verdict", access.verdict},
                    {"why", EscapeUtf8(access.why)},
                    {"sig", access.in_handler}});
  const auto& impact = analysis.impact;
  json["args"] = std::move(args);
  json["trace"] = {{"old_events", analysis.runs.old_run.events},
                   {"new_events", analysis.runs.new_run.events},
                   {"old_accesses", analysis.runs.old_run.accesses.size()},
                   {"new_accesses", analysis.runs.new_run.accesses.size()},
                   {"old_threads", analysis.runs.old_run.threads.size()},
                   {"new_threads", analysis.runs.new_run.threads.size()},
                   {"aligned", impact.aligned},
                   {"new", impact.fresh},
                   {"context", impact.changed},
                   {"nonmonotone", impact.nonmonotone},
                   {"orphan_statements", impact.orphan_statements},
                   {"flags", std::move(flags)}};
  json["accesses"] = std::move(list);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

void AddRecontestFlags(CLI::App& command, RecontestFlags& flags) {
  command.add_option("--rc-mode", flags.mode, "recontest: rules for comparing two runs: ours (default) or as published (paper)")
      ->check(CLI::IsMember({"default", "paper"}));
  command.add_option("--rc-lr", flags.release, "recontest: how releases of locks are compared")
      ->check(CLI::IsMember({"local", "or", "anchored"}));
  command.add_option("--rc-hb", flags.order, "recontest: how the order of messages is compared")
      ->check(CLI::IsMember({"seq", "frontier", "seq+frontier"}));
  command.add_flag("--rc-no-loops", flags.no_loops,
                   "recontest: distinguish executions of a statement by number only, not by loop iteration");
  command.add_flag("--moved-blocks", flags.moved_blocks,
                   "recontest: three statements or more that the change moved unmodified, also to another function, are not new");
  command.add_flag("--rc-all27", flags.all27, "recontest: also the 18 mixed patterns on two locations");
  command.add_option("--atomic-set", flags.atomic_sets,
                     "recontest: locations that belong together, as reports name them (low,high); patterns on two of them count");
  command
      .add_option("--mem-limit", flags.memory,
                  "recontest: memory for the comparison (64M 1G); beyond it temporary files are used")
      ->capture_default_str();
}

namespace {

Result<std::vector<std::string>> ParseAtomicSet(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == ',') out.emplace_back();
    else if (c != ' ') out.back() += c;
  }
  if (out.size() < 2 || std::ranges::any_of(out, &std::string::empty))
    return Fail(ErrorCategory::kUsage, "not an atomic set", text, "two or more names with commas between them",
                "--atomic-set low,high");
  return out;
}

}  // namespace

void TellUnseenMembers(const recontest::Options& options, const std::set<std::string>& seen) {
  for (const auto& set : options.atomic_sets)
    for (const std::string& name : set)
      if (!seen.contains(name)) Message(fmt::format("--atomic-set: neither run accesses '{}'", EscapeLine(name)));
}

Result<recontest::Options> MakeRecontestOptions(const RecontestFlags& flags) {
  using recontest::OrderMode, recontest::ReleaseMode;
  recontest::Options options = flags.mode == "paper" ? recontest::Paper() : recontest::Options();
  if (!flags.release.empty())
    options.release = flags.release == "local" ? ReleaseMode::kLocal
                      : flags.release == "or"  ? ReleaseMode::kOr
                                               : ReleaseMode::kAnchored;
  if (!flags.order.empty())
    options.order = flags.order == "seq"        ? OrderMode::kSequence
                    : flags.order == "frontier" ? OrderMode::kFrontier
                                                : OrderMode::kBoth;
  options.loop_counters = !flags.no_loops;
  options.moved_blocks = flags.moved_blocks;
  if (flags.all27) options.patterns = recontest::PatternSet::kAll27;
  for (const std::string& text : flags.atomic_sets) {
    RW_ASSIGN(std::vector<std::string> set, ParseAtomicSet(text));
    options.atomic_sets.push_back(std::move(set));
  }
  if (options.atomic_sets.size() > 255) return Fail(ErrorCategory::kUsage, "too many atomic sets", "--atomic-set", "at most 255");
  RW_ASSIGN(options.memory_limit, ParseSize(flags.memory));
  return options;
}

namespace {

// Without facts of the very build, sites mean something else.
Result<Program> ProgramOf(const std::string& file, const TraceFile& trace) {
  const std::vector<Module> modules = ModulesOf(trace.trace);
  if (modules.empty()) return Fail(ErrorCategory::kUsage, "cannot compare trace", file, "it names no program");
  RW_ASSIGN(Program program, InspectProgram({recontest::AsFile(modules.front().path)}));
  if (program.build_key != trace.info.build_key)
    return Fail(
        ErrorCategory::kUsage, "cannot compare trace", file,
        fmt::format("byte 16: it is of build {}, but {} is build {}", trace.info.build_key, program.path, program.build_key),
        "record it again, or put the program back that it was made with");
  return program;
}

Result<std::unique_ptr<TraceStream>> OpenRun(const std::string& file, bool salvage) {
  RW_ASSIGN(auto stream, TraceStream::Open(file, salvage));
  if (const std::string& problem = stream->outline().problem; !problem.empty())
    Message(fmt::format("{}: salvaged the part before {}", EscapeLine(file), problem));
  return stream;
}

Result<int> ReportImpact(const ImpactAccesses& what, const CommandLine& line, const recontest::Analysis& analysis,
                         bool same_build) {
  const auto accesses = recontest::ReportAccesses(analysis);
  if (same_build) TellNondeterminism(accesses);
  for (const std::string& flag : analysis.flags()) Message("note: " + flag);
  TellUnseenMembers(analysis.options, analysis.runs.set_members);
  if (!what.json.empty()) RW_TRY(WriteJson(what.json, JsonText(what, line, analysis, accesses)));
  if (what.json != "-") Print(Text(analysis, accesses));
  return kExitOk;
}

Error OldVersionFails(const std::string& file, abi::EndKind end) {
  return Error(ErrorCategory::kTarget, "the old version fails while it is recorded", file,
               "old-version-fails: " + std::string(EndKindName(end)), "compare with a version that passes");
}
void TellNewFailure(abi::EndKind end) {
  Message("the new version fails while it is recorded: " + std::string(EndKindName(end)) + "; the part before that is compared");
}

}  // namespace

Result<int> RunImpactTraces(const ImpactAccesses& what, bool salvage, const PointsOf& points) {
  RW_ASSIGN(const auto old_run, OpenRun(what.old_file, salvage));
  RW_ASSIGN(const auto new_run, OpenRun(what.new_file, salvage));
  const TraceFile &before = old_run->outline(), &after = new_run->outline();
  RW_ASSIGN(const Program old_program, ProgramOf(what.old_file, before));
  RW_ASSIGN(const Program new_program, ProgramOf(what.new_file, after));
  if (before.problem.empty() && before.trace.failed())
    return std::unexpected(OldVersionFails(what.old_file, before.trace.end_kind()));
  if (after.problem.empty() && after.trace.failed()) TellNewFailure(after.trace.end_kind());
  ImpactAccesses programs = what;
  RW_ASSIGN(programs.points, points(old_program.path, new_program.path));
  RW_ASSIGN(const recontest::Options options, MakeRecontestOptions(what.recontest));
  RW_ASSIGN(const auto analysis, recontest::AnalyseImpact(*old_run, *new_run, options));
  CommandLine line;
  line.program.assign(after.info.command.begin() + !after.info.command.empty(), after.info.command.end());
  return ReportImpact(programs, line, *analysis, old_program.build_key == new_program.build_key);
}

Result<int> RunImpactAccesses(const ImpactAccesses& what, const CommandLine& line) {
  RW_ASSIGN(const recontest::Options options, MakeRecontestOptions(what.recontest));
  CatchInterrupts();
  RW_ASSIGN(const auto old_trace, Record(what, what.old_file, line, what.recontest.seed));
  RW_ASSIGN(const auto new_trace, Record(what, what.new_file, line, what.recontest.seed == 0 ? 0 : what.recontest.seed + 1));
  if (old_trace->failed()) return std::unexpected(OldVersionFails(what.old_file, old_trace->end_kind()));
  if (new_trace->failed()) TellNewFailure(new_trace->end_kind());
  RW_ASSIGN(const auto analysis, recontest::AnalyseImpact(old_trace, new_trace, options));
  RW_ASSIGN(const Program old_program, InspectProgram({recontest::AsFile(what.old_file)}));
  RW_ASSIGN(const Program new_program, InspectProgram({recontest::AsFile(what.new_file)}));
  return ReportImpact(what, line, *analysis, old_program.build_key == new_program.build_key);
}

}  // namespace reweave::inline cli
