// What exploring a test needs from the engine and from the clock, as one value: a test of the stages puts its own in its place.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "base/result.h"
#include "check/windows.h"
#include "explore/explorer.h"
#include "suite/test.h"

namespace reweave::inline check {

struct Engine {
  using Clock = std::chrono::steady_clock;

  std::function<Clock::time_point()> now;
  // The target of a test, with its directory and environment.
  std::function<Result<TargetOptions>(const TestSpec&)> target;
  std::function<Result<ExploreResult>(const ExploreOptions&)> explore;
  // One run with everything that comparing two versions needs.
  std::function<Result<std::shared_ptr<const Trace>>(const TargetOptions&, const Plan&)> record;
  // Whether a schedule file shows its finding in a fresh process. Errors: nobody can say. Null: nothing is replayed.
  std::function<Result<bool>(TargetOptions, const std::string& schedule_file)> replay = nullptr;
  // Follows a schedule file, of this version or of another one, as far as the program goes with it. What that run shows, each
  // with a schedule of its own in `out_dir`. Null: nothing is followed.
  std::function<Result<std::vector<Finding>>(const TargetOptions&, const std::string& schedule_file, const std::string& out_dir)>
      follow = nullptr;
  // How long its runs are, and where they come to the change; null: they are short.
  std::function<Result<RunShape>(const TargetOptions&, const std::string& marks, Clock::time_point end)> measure = nullptr;
};

Engine RealEngine();

Result<TargetOptions> TargetOf(const TestSpec& test);

}  // namespace reweave::inline check
