#include "cli/command.h"

namespace reweave {
void AddTraceCommand(CLI::App&, CommandLine&) {}
}  // namespace reweave
