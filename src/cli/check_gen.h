// check --gen: tests that are written for the change.
#pragma once

#include <string>

#include "base/result.h"
#include "check/config.h"
#include "cli/check_progress.h"
#include "findings/check_result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace reweave::inline cli {

struct GenCheckFlags {
  std::string drivers;  // directory of reweave-c++
  bool default_suppressions = true;
  bool prints = true;  // standard output is not taken by a report
};

// The flag, or nullptr if this build cannot write tests.
CLI::Option* AddCheckGenFlag(CLI::App& command, bool& gen);
// True: tests that were written for the change fail.
Result<bool> RunCheckGen(const GenCheckFlags& flags, const CheckResult& result, const Config& config, CheckDisplay& display);

}  // namespace reweave::inline cli
