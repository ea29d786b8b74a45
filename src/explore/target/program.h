// The program to be tested, looked at before it is started: does it exist, is it executable, was it built with the driver?
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reweave::inline target {

struct Program {
  std::string path;                  // what execve gets; found in PATH if the name has no slash
  std::vector<std::string> command;  // as given: name and arguments
  std::string build_key;             // hash of code and facts; another checkout path changes nothing
  std::string directory = {};        // to run it in, "" = ours
  std::vector<std::pair<std::string, std::string>> environment = {};  // on top of ours
};

// Errors: kUsage (missing, not executable, a script, not an x86-64 ELF program), kTarget (not built with the driver).
Result<Program> InspectProgram(const std::vector<std::string>& command);

}  // namespace reweave::inline target
