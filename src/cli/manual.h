// Man pages and shell completion, from the commands as they are.
#pragma once

#include <map>
#include <string>

#include "cli/command_tree.h"

namespace reweave::inline cli {

// File name to content: reweave.1, and reweave-COMMAND.1 for each command.
std::map<std::string, std::string> ManPages(const CommandDoc& all, const std::string& version);

// shell: bash, zsh or fish; empty for any other.
std::string CompletionScript(const CommandDoc& all, const std::string& shell);

}  // namespace reweave::inline cli
