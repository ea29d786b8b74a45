// Every command, in the order of the help. A quick build has quick_commands.cc in its place.
#include "cli/command.h"
#include "cli/coverage_command.h"
#include "cli/gen_command.h"
#include "cli/shared_flags.h"

namespace reweave::inline cli {

void AddCommands(CLI::App& app, CommandLine& line) {
  AddCheckCommand(app, line);
  AddReportCommand(app, line);
  AddInitCommand(app, line);
  AddExploreCommand(app, line);
  AddWorkerCommand(app, line);
  AddCampaignCommand(app, line);
  AddCoverageCommand(app, line);
  AddReplayCommand(app, line);
  AddTraceCommand(app, line);
  AddFactsCommand(app, line);
  AddImpactCommand(app, line);
  AddRecordCommand(app, line);
  AddSelectCommand(app, line);
  AddRacesCommand(app, line);
  AddGenCommand(app, line);
  AddHistoryCommand(app, line);
  AddBenchCommand(app, line);
  AddDoctorCommand(app, line);
  AddManualCommands(app, line);
}

}  // namespace reweave::inline cli
