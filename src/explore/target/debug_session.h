// A schedule under gdb: the program is started by gdb and follows the plan as it does in a replay, however often it is run
// there. The terminal is gdb's.
#pragma once

#include <string>
#include <vector>

#include "explore/target/target.h"

namespace reweave::inline target {

struct DebugOptions {
  std::string gdb = "gdb";
  std::string script;                 // our gdb commands (src/runtime/gdb.py)
  std::vector<std::string> commands;  // gdb commands to begin with
  bool batch = false;                 // leave after them
};

// Returns gdb's exit status. `shared`: locations that earlier runs showed to be shared, so that the plan fits at once.
Result<int> RunUnderGdb(const TargetOptions& target, const Plan& plan, const std::vector<abi::SharedSlot>& shared,
                        const DebugOptions& options);

}  // namespace reweave::inline target
