// `reweave impact OLD NEW -- ARGS`: both programs are recorded once with these arguments, and each shared access of the new run
// is shown with what the change did to it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/target_flags.h"
#include "recontest/options.h"

namespace reweave {

struct RecontestFlags {
  std::string mode = "default", release, order;  // the last two: empty = as the mode has it
  bool no_loops = false;
  bool all27 = false;
  std::uint64_t seed = 0;  // of the recorded schedule of impact; 0: the deterministic one
};
void AddRecontestFlags(CLI::App& command, RecontestFlags& flags);
recontest::Options MakeRecontestOptions(const RecontestFlags& flags);

struct ImpactAccesses {
  std::string old_file, new_file, json;
  std::string points;                  // the impacted code points as JSON; the result is added to it
  TargetFlags target;
  RecontestFlags recontest;
};
Result<int> RunImpactAccesses(const ImpactAccesses& what, const CommandLine& line);

}  // namespace reweave
