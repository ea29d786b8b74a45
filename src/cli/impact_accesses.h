// `reweave impact OLD NEW -- ARGS`: both programs are recorded once with these arguments, and each shared access of the new run
// is shown with what the change did to it.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "cli/target_flags.h"
#include "techniques/recontest/options.h"

namespace reweave::inline cli {

struct RecontestFlags {
  std::string mode = "default", release, order;  // the last two: empty = as the mode has it
  bool no_loops = false, moved_blocks = false;
  bool all27 = false;
  std::vector<std::string> atomic_sets;          // "low,high"
  std::string memory = "1G";                     // for records; beyond it they go to temporary files
  std::uint64_t seed = 0;  // of the recorded schedule of impact; 0: the deterministic one
};
void AddRecontestFlags(CLI::App& command, RecontestFlags& flags);
// Errors: a size or an atomic set that is none.
Result<recontest::Options> MakeRecontestOptions(const RecontestFlags& flags);
// Says which members of atomic sets no run accessed: they may be misspelt.
void TellUnseenMembers(const recontest::Options& options, const std::set<std::string>& seen);

struct ImpactAccesses {
  std::string old_file, new_file, json;
  std::string points;                  // the impacted code points as JSON; the result is added to it
  TargetFlags target;
  RecontestFlags recontest;
};
Result<int> RunImpactAccesses(const ImpactAccesses& what, const CommandLine& line);

// `reweave impact OLD.rwt NEW.rwt`: the same for kept runs. Both are checked; `points` is asked for once they are known to be
// good, with the programs that they are of.
using PointsOf = std::function<Result<std::string>(const std::string& old_program, const std::string& new_program)>;
Result<int> RunImpactTraces(const ImpactAccesses& what, bool salvage, const PointsOf& points);

}  // namespace reweave::inline cli
