#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>

#include "change/builds.h"
#include "cli/command.h"
#include "cli/impact_accesses.h"
#include "cli/output.h"
#include "techniques/capp/icps.h"
#include "trace/file.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  std::string old_file, new_file, json, sources = ".";
  std::string sync_expand = "belongs";
  int callee_depth = 1;
  bool salvage = false, force = false;
  TargetFlags target;
  RecontestFlags recontest;
};

std::string Text(const IcpSet& set) {
  std::string out;
  std::string file = "-";
  std::size_t code = 0;
  for (const Icp& p : set.points) {
    if (p.is_field()) continue;
    ++code;
    if (p.file != file) out += fmt::format("{}\n", file = p.file);
    out += fmt::format("  {:>5}  {}  (step {}: {}{})\n", p.line, p.method, p.step, p.reason, p.test ? "; test source" : "");
  }
  if (code < set.points.size()) out += "fields\n";
  for (const Icp& p : set.points)
    if (p.is_field()) out += fmt::format("  {}{}  (step {}: {})\n", p.cls == "::" ? "" : p.cls + "::", p.field, p.step, p.reason);
  out += fmt::format("{} impacted code points: {} lines, {} fields; {} of {} functions changed\n", set.points.size(), code,
                     set.points.size() - code, set.changed_functions, set.functions);
  return out;
}

Result<IcpSet> PointsOf(const Flags& flags, const std::string& old_file, const std::string& new_file) {
  const IcpOptions options{.narrow_regions = flags.sync_expand == "alter", .callee_depth = flags.callee_depth};
  std::error_code ignored;
  if (!flags.force && !std::filesystem::is_directory(old_file, ignored)) {
    RW_ASSIGN(const auto change, ProgramChange::Of(old_file, new_file));
    RW_TRY(RequireSameStandards(CompareBuilds(change->old_facts(), change->new_facts()), old_file, new_file));
  }
  RW_ASSIGN(IcpSet set, CollectIcpsAgainst(old_file, new_file, flags.sources, options));
  for (const std::string& note : set.notes) Message(note);
  return set;
}

Result<int> RunOnTraces(const Flags& flags, const CommandLine& line) {
  for (const std::string& file : {flags.old_file, flags.new_file})
    if (!IsTraceFile(file))
      return Fail(ErrorCategory::kUsage, "cannot compare a trace with something else", file, "this is not a Reweave trace",
                  "give two programs or two traces");
  if (line.has_program)
    return Fail(ErrorCategory::kUsage, "traces are compared as they are: nothing runs", {}, {},
                "leave out '--' and what follows");
  return RunImpactTraces({flags.old_file, flags.new_file, flags.json, {}, flags.target, flags.recontest}, flags.salvage,
                         [&](const std::string& old_program, const std::string& new_program) -> Result<std::string> {
                           RW_ASSIGN(const IcpSet set, PointsOf(flags, old_program, new_program));
                           return IcpsToJson(set, old_program, new_program);
                         });
}

Result<int> RunImpact(const Flags& flags, const CommandLine& line) {
  if (IsTraceFile(flags.old_file) || IsTraceFile(flags.new_file)) return RunOnTraces(flags, line);
  RW_ASSIGN(const IcpSet set, PointsOf(flags, flags.old_file, flags.new_file));
  if (line.has_program)
    return RunImpactAccesses({flags.old_file, flags.new_file, flags.json, IcpsToJson(set, flags.old_file, flags.new_file),
                              flags.target, flags.recontest},
                             line);
  for (const std::string& difference : set.unexplained) Message("not explained by any source line: " + difference);
  if (set.points.empty() && set.unexplained.empty()) Message("no impacted code points: the two versions do the same");
  if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, IcpsToJson(set, flags.old_file, flags.new_file)));
  if (flags.json != "-") Print(Text(set));
  return kExitOk;
}

}  // namespace

void AddImpactCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("impact", "show which code a change touches");
  command
      ->add_option("OLD", flags->old_file,
                   "program before the change, built with the driver; or a directory of its sources; or a trace of a run")
      ->required();
  command->add_option("NEW", flags->new_file, "program after the change, or a trace of a run")->required();
  command
      ->add_option(
          "--sync-expand", flags->sync_expand,
          "lock regions that count: those that contain the change or are altered by it (belongs), or only altered ones (alter)")
      ->check(CLI::IsMember({"belongs", "alter"}))
      ->capture_default_str();
  command->add_option("--callee-depth", flags->callee_depth, "how deep fields of called functions are included")
      ->check(CLI::Range(0, 16))
      ->capture_default_str();
  command->add_option("--json", flags->json, "write the points as JSON to this file, - for stdout");
  command->add_option("--sources", flags->sources, "top directory of the sources of NEW, if OLD is a directory of sources")
      ->capture_default_str();
  AddRecontestFlags(*command, flags->recontest);
  command->add_option("--rc-seed", flags->recontest.seed,
                      "with --: record OLD under a random schedule of this seed, and NEW under one of the next seed");
  command->add_flag("--salvage", flags->salvage, "with traces: use the readable part of a damaged file");
  command->add_flag("--force", flags->force, "compare builds even if they have different language standards");
  AddLimitFlags(*command, flags->target);
  command->footer(
      "EXAMPLE\n  reweave impact build-old/queue_test build-new/queue_test\n"
      "  reweave impact build-old/queue_test build-new/queue_test -- --fast     record both, compare their shared accesses\n"
      "  reweave impact old.rwt new.rwt     the same for kept runs (reweave trace --record comparison -o old.rwt -- "
      "build-old/queue_test)");
  command->callback([=, &line] { line.run = [=, &line] { return Guarded([&] { return RunImpact(*flags, line); }); }; });
}

}  // namespace reweave::inline cli
