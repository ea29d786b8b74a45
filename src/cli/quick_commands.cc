// The commands of a quick build (REWEAVE_QUICK): what ./dev demo runs. The others take a fifth of its time to compile.
#include <CLI/CLI.hpp>

#include "cli/check_gen.h"
#include "cli/check_on.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/shared_flags.h"

namespace reweave::inline cli {

namespace {

std::unexpected<Error> NotInThisBuild(const std::string& what) {
  return Fail(ErrorCategory::kUsage, what + " is not in this build", {}, "./dev demo made a quick one",
              "./dev build makes the whole of Reweave, in build/bin");
}

// Known by name, so that nobody takes it for a misspelt command.
void AddLeftOut(CLI::App& app, CommandLine& line, const std::string& name) {
  CLI::App* command = app.add_subcommand(name, "not in this quick build: ./dev build makes the whole of Reweave");
  command->allow_extras();
  command->callback([name, &line] {
    line.run = [name] { return Guarded([&]() -> Result<int> { return NotInThisBuild("reweave " + name); }); };
  });
}

}  // namespace

void AddCommands(CLI::App& app, CommandLine& line) {
  AddCheckCommand(app, line);
  AddReportCommand(app, line);
  AddInitCommand(app, line);
  AddExploreCommand(app, line);
  AddReplayCommand(app, line);
  AddTraceCommand(app, line);
  AddFactsCommand(app, line);
  AddDoctorCommand(app, line);
  AddManualCommands(app, line);
  for (const char* name : {"worker", "campaign", "coverage", "impact", "record", "select", "races", "gen", "history", "bench"})
    AddLeftOut(app, line, name);
}

// Flags that are not added are refused as unknown ones; what they would run is never reached.
CLI::Option* AddCheckGenFlag(CLI::App&, bool&) { return nullptr; }
Result<bool> RunCheckGen(const GenCheckFlags&, const CheckResult&, const Config&, CheckDisplay&) {
  return NotInThisBuild("check --gen");
}

void AddCheckOnFlags(CLI::App&, CheckOnFlags&, const std::vector<CLI::Option*>&) {}
Result<std::optional<CheckResult>> RunCheckOn(const CheckOnFlags&, const std::string&,
                                              const std::function<void(const std::string&)>&,
                                              const std::function<void(const std::string&)>&) {
  return NotInThisBuild("check --on");
}

void AddSharedFlags(CLI::App&, SharedFlags&) {}
Result<void> CheckShared(const SharedFlags&, const ExploreOptions&) { return NotInThisBuild("explore --on"); }
Result<std::optional<ExploreResult>> RunShared(const SharedFlags&, const ExploreOptions&) {
  return NotInThisBuild("explore --on");
}

}  // namespace reweave::inline cli
