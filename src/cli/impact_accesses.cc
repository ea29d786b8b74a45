#include "cli/impact_accesses.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "cli/output.h"
#include "explore/interrupt.h"
#include "explore/recording.h"
#include "recontest/analysis.h"

namespace reweave {

namespace {

using Json = nlohmann::ordered_json;

Result<std::shared_ptr<const Trace>> Record(const ImpactAccesses& what, const std::string& file, const CommandLine& line,
                                            std::uint64_t seed) {
  CommandLine program;
  program.program = {AsFile(file)};
  program.program.insert(program.program.end(), line.program.begin(), line.program.end());
  RW_ASSIGN(const TargetOptions options, MakeTargetOptions(what.target, program));
  RW_ASSIGN(const Plan base, MakeBasePlan(what.target));
  return RecordRun(options, base, seed);
}

// The same build twice must do the same; else nothing that is said about the change can be trusted.
Result<void> TellNondeterminism(const ImpactAccesses& what, const std::vector<recontest::AccessReport>& accesses) {
  RW_ASSIGN(const Program old_program, InspectProgram({AsFile(what.old_file)}));
  RW_ASSIGN(const Program new_program, InspectProgram({AsFile(what.new_file)}));
  if (old_program.build_key != new_program.build_key) return {};
  for (const auto& access : accesses)
    if (access.verdict != "unaffected") {
      Message(fmt::format(
          "both are the same build, yet their runs differ, first at {}:{} ({}): the program depends on something outside",
          access.file, access.line, access.access));
      break;
    }
  return {};
}

std::string Text(const recontest::Analysis& analysis, const std::vector<recontest::AccessReport>& accesses) {
  std::string out;
  for (const auto& access : accesses) {
    if (access.verdict == "unaffected") continue;
    out += fmt::format("{:<8} {}:{}  thread {}  {}\n         {}\n", access.verdict, EscapeLine(access.file), access.line,
                       access.thread, EscapeLine(access.access), EscapeLine(access.why));
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
                    {"why", EscapeUtf8(access.why)}});
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
  command.add_option("--rc-mode", flags.mode, "recontest: rules of comparing two runs: ours (default) or as published (paper)")
      ->check(CLI::IsMember({"default", "paper"}))
      ->capture_default_str();
  command.add_option("--rc-lr", flags.release, "recontest: how releases of locks are compared")
      ->check(CLI::IsMember({"local", "or", "anchored"}));
  command.add_option("--rc-hb", flags.order, "recontest: how the order of messages is compared")
      ->check(CLI::IsMember({"seq", "frontier", "seq+frontier"}));
  command.add_flag("--rc-no-loops", flags.no_loops,
                   "recontest: tell executions of a statement apart by number only, not by loop iteration");
  command.add_flag("--rc-all27", flags.all27, "recontest: also the 18 mixed patterns on two locations");
}

recontest::Options MakeRecontestOptions(const RecontestFlags& flags) {
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
  if (flags.all27) options.patterns = recontest::PatternSet::kAll27;
  return options;
}

Result<int> RunImpactAccesses(const ImpactAccesses& what, const CommandLine& line) {
  CatchInterrupts();
  RW_ASSIGN(const auto old_trace, Record(what, what.old_file, line, what.recontest.seed));
  RW_ASSIGN(const auto new_trace, Record(what, what.new_file, line, what.recontest.seed == 0 ? 0 : what.recontest.seed + 1));
  if (old_trace->failed())
    return Fail(ErrorCategory::kTarget, "the old version fails while it is recorded", what.old_file,
                "old-version-fails: " + std::string(EndKindName(old_trace->end_kind())), "compare with a version that passes");
  if (new_trace->failed())
    Message("the new version fails while it is recorded: " + std::string(EndKindName(new_trace->end_kind())) +
            "; the part before that is compared");
  RW_ASSIGN(const auto analysis, recontest::AnalyseImpact(old_trace, new_trace, MakeRecontestOptions(what.recontest)));
  const auto accesses = recontest::ReportAccesses(*analysis);
  RW_TRY(TellNondeterminism(what, accesses));
  for (const std::string& flag : analysis->flags()) Message("note: " + flag);
  if (!what.json.empty()) RW_TRY(WriteJson(what.json, JsonText(what, line, *analysis, accesses)));
  if (what.json != "-") Print(Text(*analysis, accesses));
  return kExitOk;
}

}  // namespace reweave
