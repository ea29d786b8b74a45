// A failure made small: fewest threads, calls, simplest arguments.
#pragma once

#include <chrono>

#include "base/result.h"
#include "gen/failure.h"
#include "gen/trial.h"

namespace reweave::gen {

// The same failure by a smaller candidate if one shows it within `time`; else the failure as it is.
Result<Failure> Minimise(Trials& trials, const Failure& failure, std::chrono::nanoseconds time);

}  // namespace reweave::gen
