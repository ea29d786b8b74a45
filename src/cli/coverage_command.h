// reweave coverage.
#pragma once

#include "cli/command.h"

namespace reweave::inline cli {

void AddCoverageCommand(CLI::App& app, CommandLine& line);

}  // namespace reweave::inline cli
