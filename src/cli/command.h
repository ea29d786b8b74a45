// How a subcommand is made: it adds its flags to the parser and leaves behind what to run. CLI11 stays out of this header.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace CLI {
class App;
}

namespace reweave::inline cli {

struct CommandLine {
  std::vector<std::string> program;  // what stood after --
  bool has_program = false;          // there was a --
  std::function<int()> run;          // set by the subcommand that was named; returns the exit status
};

// All commands of this build.
void AddCommands(CLI::App& app, CommandLine& line);

void AddExploreCommand(CLI::App& app, CommandLine& line);
void AddReplayCommand(CLI::App& app, CommandLine& line);
void AddTraceCommand(CLI::App& app, CommandLine& line);
void AddFactsCommand(CLI::App& app, CommandLine& line);
void AddImpactCommand(CLI::App& app, CommandLine& line);
void AddSelectCommand(CLI::App& app, CommandLine& line);
void AddRacesCommand(CLI::App& app, CommandLine& line);
void AddRecordCommand(CLI::App& app, CommandLine& line);
void AddHistoryCommand(CLI::App& app, CommandLine& line);
void AddCheckCommand(CLI::App& app, CommandLine& line);
void AddReportCommand(CLI::App& app, CommandLine& line);
void AddInitCommand(CLI::App& app, CommandLine& line);
void AddBenchCommand(CLI::App& app, CommandLine& line);
void AddDoctorCommand(CLI::App& app, CommandLine& line);
void AddManualCommands(CLI::App& app, CommandLine& line);  // completion, man-pages

}  // namespace reweave::inline cli
