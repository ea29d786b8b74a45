// check --on: the parts of one check as tasks of this machine or of Slurm, put together to one result.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "findings/check_result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace reweave::inline cli {

struct CheckOnFlags {
  std::string on;  // "", "local", "slurm"
  unsigned nodes = 2, parts = 0;  // parts: 0 = one for each node
  std::vector<std::string> slurm;
};

// What cannot be divided is given by the options that --on excludes.
void AddCheckOnFlags(CLI::App& command, CheckOnFlags& flags, const std::vector<CLI::Option*>& excluded);
// nullopt: the tasks were left running. `store`: "" if none was named.
Result<std::optional<CheckResult>> RunCheckOn(const CheckOnFlags& flags, const std::string& store,
                                              const std::function<void(const std::string&)>& say,
                                              const std::function<void(const std::string&)>& status);

}  // namespace reweave::inline cli
