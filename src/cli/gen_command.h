// `reweave gen`: adds its flags to the parser (cli/command.h).
#pragma once

#include "cli/command.h"

namespace reweave::inline cli {

void AddGenCommand(CLI::App& app, CommandLine& line);

}  // namespace reweave::inline cli
