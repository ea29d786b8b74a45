// Runs a program as it is, with real threads, within limits. Nothing it starts outlives the call.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "suite/test.h"

namespace reweave {

struct RunLimits {
  std::chrono::nanoseconds timeout = std::chrono::seconds(60);  // wall clock
  std::uint64_t memory = 0;            // bytes of data (RLIMIT_DATA), 0 = none
  std::uint64_t output = 1u << 20;     // bytes kept of stdout and stderr together; the rest is counted
  std::string stdin_path = "/dev/null";
  bool interruptible = true;           // Ctrl-C ends it; false for what tidies up
  std::function<void(std::string_view output, double seconds)> watch = {};  // about every second while it runs
};

struct NativeRun {
  enum class End { kExited, kSignaled, kTimedOut, kInterrupted };
  End end = End::kExited;
  int status = 0;                // exit status, or the signal's number
  std::string output;            // stdout and stderr as they came
  std::uint64_t output_bytes = 0;
  double seconds = 0;

  bool exited(int code) const { return end == End::kExited && status == code; }
};

// A command that is no test, to be run by RunNatively.
TestSpec CommandSpec(std::vector<std::string> command, const std::string& directory,
                     std::vector<std::pair<std::string, std::string>> environment = {});

// The environment a test gets: ours without what is meant for Reweave, the test's own, `extra`.
std::vector<std::string> TestEnvironment(const TestSpec& test, const std::vector<std::pair<std::string, std::string>>& extra);

// Ctrl-C (base/interrupt.h) ends it early. Errors: the program cannot be started, its directory is missing.
Result<NativeRun> RunNatively(const TestSpec& test, const RunLimits& limits,
                              const std::vector<std::pair<std::string, std::string>>& extra_environment = {});

// Whether the run is a pass by what the test says of itself (expected failure, patterns, skip status).
enum class Verdict { kPassed, kFailed, kSkipped };
const char* Text(Verdict verdict);
Verdict Judge(const TestSpec& test, const NativeRun& run);

// "exit status 3", "killed by SIGSEGV", "timed out", "interrupted".
std::string DescribeEnd(const NativeRun& run);

}  // namespace reweave
