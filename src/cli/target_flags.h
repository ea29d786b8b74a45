// Flags that every command has which runs a program: isolation, limits, what is recorded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "explore/schedule/plan.h"
#include "explore/target/target.h"

namespace reweave::inline cli {

struct TargetFlags {
  std::string isolation = "auto", granularity = "shared", record = "sync,access", run_timeout = "10s", memory = "4G",
              stdin_path = "/dev/null", time_model = "events";
  std::uint64_t max_steps = 1'000'000, start_step = 0;
  std::uint32_t max_processes = 64, pool = 16, child = 0, window = 0;
  bool spurious = false;
};

void AddLimitFlags(CLI::App& command, TargetFlags& flags);  // isolation and limits
void AddPlanFlags(CLI::App& command, TargetFlags& flags);   // what is a scheduling point, what is recorded
bool IsAutomatic(const TargetFlags& flags);
Result<TargetOptions> MakeTargetOptions(const TargetFlags& flags, const CommandLine& line);
// Plan with everything that the flags decide.
Result<Plan> MakeBasePlan(const TargetFlags& flags);

}  // namespace reweave::inline cli
