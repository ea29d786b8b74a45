// Native stress: the program as it is, with real threads, run again and again until it fails.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace reweave::inline evaluate {

struct RunsToBug {
  std::uint64_t runs = 0;
  bool found = false;
  double seconds = 0;
};

struct StressOptions {
  std::uint64_t limit = 100'000;                                        // runs
  std::chrono::nanoseconds time = std::chrono::minutes(10);             // of all runs
  std::chrono::milliseconds hang = std::chrono::seconds(2);             // a run that takes longer does not end: it failed
  std::uint64_t memory = std::uint64_t{4} << 30;                        // address space of a run
};

// One run at a time, its output thrown away; stops at the first failure (signal, status other than 0, hang). Errors: the program
// cannot be started.
Result<RunsToBug> Stress(const std::string& program, const StressOptions& options);

// The same, but what was measured with the same program and at least these limits is taken from `file`; else the result is
// written there. Hours of runs of a dozen programs can so be stopped and gone on with.
Result<RunsToBug> StressOnce(const std::string& program, const StressOptions& options, const std::string& file);

}  // namespace reweave::inline evaluate
