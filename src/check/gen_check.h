// `check --gen`: tests for the classes of [[gen.class]], of methods that reach the change; only failures that the base does not
// show.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/config.h"
#include "findings/check_result.h"
#include "gen/gen.h"

namespace reweave::inline check {

struct GenCheckOptions {
  std::string drivers;                                        // directory of reweave-c++
  std::chrono::nanoseconds time = std::chrono::seconds(10);   // of each class's search
  bool default_suppressions = true;                           // known races of the standard library are left out
  std::function<void(const std::string&)> say, status;
};

// One result a class, in the order of the configuration. Both versions must have been built. Tests go to .reweave/gen-tests.
// Errors (kUsage): no class is configured; those of gen::Generate.
Result<std::vector<gen::GenResult>> GenerateForChange(const CheckResult& check, const Config& config,
                                                      const GenCheckOptions& options);

}  // namespace reweave::inline check
