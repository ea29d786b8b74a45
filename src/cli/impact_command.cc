#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "change/icps.h"
#include "cli/command.h"
#include "cli/impact_accesses.h"
#include "cli/output.h"

namespace reweave {

namespace {

struct Flags {
  std::string old_file, new_file, json, sources = ".";
  std::string sync_expand = "belongs";
  int callee_depth = 1;
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

Result<int> RunImpact(const Flags& flags, const CommandLine& line) {
  RW_ASSIGN(const Facts new_facts, ReadFacts(flags.new_file));
  const IcpOptions options{.narrow_regions = flags.sync_expand == "alter", .callee_depth = flags.callee_depth};
  RW_ASSIGN(const IcpSet set, CollectIcpsAgainst(flags.old_file, new_facts, flags.sources, options));
  for (const std::string& note : set.notes) Message(note);
  if (line.has_program)
    return RunImpactAccesses({flags.old_file, flags.new_file, flags.json, IcpsToJson(set, flags.old_file, flags.new_file),
                              flags.target, flags.recontest},
                             line);
  if (set.points.empty()) Message("no impacted code points: the two versions do the same");
  if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, IcpsToJson(set, flags.old_file, flags.new_file)));
  if (flags.json != "-") Print(Text(set));
  return kExitOk;
}

}  // namespace

void AddImpactCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("impact", "what a change touches: impacted code points of NEW against OLD");
  command
      ->add_option("OLD", flags->old_file,
                   "program before the change, built with the driver; or the directory of its sources where there is none")
      ->required();
  command->add_option("NEW", flags->new_file, "program after the change")->required();
  command
      ->add_option("--sync-expand", flags->sync_expand,
                   "which lock regions count: those the change lies in or alters (belongs), or only those it alters (alter)")
      ->check(CLI::IsMember({"belongs", "alter"}))
      ->capture_default_str();
  command->add_option("--callee-depth", flags->callee_depth, "how deep fields of called functions are taken in")
      ->check(CLI::Range(0, 16))
      ->capture_default_str();
  command->add_option("--json", flags->json, "write the points as JSON to this file, - for stdout");
  command->add_option("--sources", flags->sources, "top of the new version's sources, where OLD is a directory of sources")
      ->capture_default_str();
  AddRecontestFlags(*command, flags->recontest);
  command->add_option("--rc-seed", flags->recontest.seed,
                      "with --: record under random schedules of this seed (OLD) and the next (NEW), not the deterministic one");
  AddLimitFlags(*command, flags->target);
  command->footer(
      "EXAMPLE\n  reweave impact build-old/queue_test build-new/queue_test\n"
      "  reweave impact build-old/queue_test build-new/queue_test -- --fast     record both, compare their shared accesses");
  command->callback([=, &line] { line.run = [=, &line] { return Guarded([&] { return RunImpact(*flags, line); }); }; });
}

}  // namespace reweave
