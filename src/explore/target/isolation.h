// Which isolation a program needs: found out by one probing run in a fresh process.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "explore/target/target.h"

namespace reweave {

struct IsolationChoice {
  abi::Isolation isolation = abi::Isolation::kRewind;
  std::string reason;
  std::uint32_t pool_threads = 16;  // as the probing run needed it
  struct Run {
    Plan plan;
    Trace trace;
  };
  std::shared_ptr<const Run> run = nullptr;  // the probing run
};

// The choice that follows from abi::Seen bits; pure.
IsolationChoice ChooseIsolation(std::uint32_t seen);
// Runs the program once (an execution, but none of the schedules) and chooses.
Result<IsolationChoice> ProbeIsolation(TargetOptions options, const Plan& base);

}  // namespace reweave
