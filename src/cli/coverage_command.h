// reweave coverage.
#pragma once

#include "cli/command.h"

namespace reweave {

void AddCoverageCommand(CLI::App& app, CommandLine& line);

}  // namespace reweave
