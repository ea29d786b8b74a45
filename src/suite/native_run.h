// Runs a test as it is, with real threads, within limits (base/subprocess.h), and judges how it ended.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/subprocess.h"
#include "suite/test.h"

namespace reweave::inline suite {

using RunLimits = CommandLimits;
using NativeRun = CommandRun;

// A command that is no test, to be run by RunNatively.
TestSpec CommandSpec(std::vector<std::string> command, const std::string& directory,
                     std::vector<std::pair<std::string, std::string>> environment = {});

// The environment a test gets: ours without what is meant for Reweave, the test's own, `extra`.
std::vector<std::string> TestEnvironment(const TestSpec& test, const std::vector<std::pair<std::string, std::string>>& extra);

// Errors: the program cannot be started, its directory is missing.
Result<NativeRun> RunNatively(const TestSpec& test, const RunLimits& limits,
                              const std::vector<std::pair<std::string, std::string>>& extra_environment = {});

// Whether the run is a pass by what the test says of itself (expected failure, patterns, skip status).
enum class Verdict { kPassed, kFailed, kSkipped };
const char* Text(Verdict verdict);
Verdict Judge(const TestSpec& test, const NativeRun& run);

}  // namespace reweave::inline suite
