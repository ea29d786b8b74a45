// What this machine offers the engine, tried out rather than looked up in version numbers.
#pragma once

#include <string>
#include <vector>

namespace reweave::inline cli {

struct MachineCheck {
  std::string name;     // "fsgsbase"
  bool ok = false;
  bool required = false;
  std::string detail;   // what was seen
  std::string lost;     // what is lost without it; shown if not ok
  std::string install = {};  // the command that installs it on Debian; empty: none does
};

// A file that belongs to us, by name: PREFIX/lib/reweave/NAME beside PREFIX/bin/reweave. Empty: it is not there.
std::string FindOwnFile(const std::string& name);

// Each probe that changes the process runs in a child.
std::vector<MachineCheck> CheckMachine();

}  // namespace reweave::inline cli
