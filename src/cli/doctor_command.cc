#include "cli/command.h"

namespace reweave {
void AddDoctorCommand(CLI::App&, CommandLine&) {}
}  // namespace reweave
