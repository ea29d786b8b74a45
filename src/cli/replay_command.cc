#include "cli/command.h"

namespace reweave {
void AddReplayCommand(CLI::App&, CommandLine&) {}
}  // namespace reweave
