// reweave: one binary, one file a subcommand.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "abi/control.h"
#include "abi/hooks.h"
#include "base/escape.h"
#include "cli/command.h"
#include "cli/command_tree.h"
#include "cli/output.h"

namespace reweave {
namespace {

// What stands after the first -- is the tested program's and never parsed as ours.
std::vector<std::string> SplitArguments(int argc, char** argv, CommandLine& line) {
  std::vector<std::string> all(argv + 1, argv + argc);
  const auto dashes = std::find(all.begin(), all.end(), "--");
  line.has_program = dashes != all.end();
  if (line.has_program) line.program.assign(dashes + 1, all.end());
  return {all.begin(), dashes};
}

std::string VersionText() {
  return fmt::format("reweave {}\n{} build by {}; hooks {}, control memory {}\n", REWEAVE_VERSION, REWEAVE_BUILD_TYPE,
                     __VERSION__, abi::kHookAbiVersion, abi::kAbiVersion);
}

int Main(int argc, char** argv) {
  CLI::App app("Reweave: finds the thread schedules that break a C or C++ program, and replays them", "reweave");
  app.set_version_flag("--version", VersionText(), "version, and how it was built");
  app.require_subcommand(1);
  app.fallthrough(false);
  app.footer("EXAMPLE\n  reweave-c++ -g -pthread queue_test.cc -o queue_test\n"
             "  reweave explore -- ./queue_test\n\nreweave COMMAND --help explains a command.");
  CommandLine line;
  AddCheckCommand(app, line);
  AddReportCommand(app, line);
  AddInitCommand(app, line);
  AddExploreCommand(app, line);
  AddReplayCommand(app, line);
  AddTraceCommand(app, line);
  AddFactsCommand(app, line);
  AddImpactCommand(app, line);
  AddRecordCommand(app, line);
  AddSelectCommand(app, line);
  AddRacesCommand(app, line);
  AddHistoryCommand(app, line);
  AddBenchCommand(app, line);
  AddDoctorCommand(app, line);
  AddManualCommands(app, line);
  UseHelpText(app);
  auto arguments = SplitArguments(argc, argv, line);
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    Message(std::string(error.what()) + " (see reweave --help)");
    return kExitUsage;
  }
  return line.run ? line.run() : kExitUsage;
}

}  // namespace
}  // namespace reweave

int main(int argc, char** argv) { return reweave::Main(argc, argv); }
