// Which isolation a program needs: found out by one probing run in a fresh process.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/target/target.h"

namespace reweave::inline target {

struct IsolationChoice {
  abi::Isolation isolation = abi::Isolation::kRewind;
  std::string reason;
  std::uint32_t pool_threads = 16, follow = 0;  // as the probing run needed it
  std::optional<int> expected_status = {};      // TargetOptions
  std::vector<std::string> notes = {};
  struct Run {
    Plan plan;
    Trace trace;
  };
  std::shared_ptr<Run> run = nullptr;  // the probing run
  std::vector<abi::SharedSlot> shared = {};  // locations that it found to be shared
};

// The choice that follows from abi::Seen bits; pure.
// `lasting`: which change of a file cannot be undone, if `seen` says that one cannot.
IsolationChoice ChooseIsolation(std::uint32_t seen, abi::Lasting lasting = abi::Lasting::kNone);
// Runs the program once (an execution, but none of the schedules) and chooses. Under Granularity::kRacing the run has all
// accesses, as far as the runtime records them in a probing run.
Result<IsolationChoice> ProbeIsolation(TargetOptions options, const Plan& base);

}  // namespace reweave::inline target
