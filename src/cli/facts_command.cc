#include "cli/command.h"

namespace reweave {
void AddFactsCommand(CLI::App&, CommandLine&) {}
}  // namespace reweave
