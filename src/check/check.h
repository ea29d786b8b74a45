// One change, from git to findings: both versions are built, the tests that can notice the change are explored, and what they
// show is compared with the old version.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/config.h"
#include "check/engine.h"
#include "check/exploration.h"
#include "check/versions.h"
#include "findings/check_result.h"
#include "suite/shards.h"

namespace reweave::inline check {

struct CheckOptions {
  std::string directory = ".";
  std::string base, head = ".";    // base "": what the configuration says, else found by looking
  bool since_last = false;         // the base is what the last check looked at, if there was one
  CheckMode mode = CheckMode::kUsual;
  std::optional<std::chrono::nanoseconds> budget;  // of everything but building. None: 5 minutes, or
                                                   // what the configuration says; half an hour for kDeep
  unsigned jobs = 1;  // for building, and tests explored at a time
  std::string drivers;  // directory of reweave-c++
  std::vector<std::string> only;  // tests by name; empty = all
  std::optional<std::uint64_t> seed;
  std::string baseline;  // a file, or "" = the configuration's
  std::string store;  // where histories are; "" = the configuration's, or .reweave/history.db
  Shard shard;  // only the tests of this part
  std::string times;  // for balanced parts: a result of check --json; "" = times that a server's store has, else all the same
  bool keep = false;  // schedules of new findings go to the corpus
  bool again = false;  // also if the same check was made before
  bool default_suppressions = true;  // known races of the standard library are left out
  std::function<void(const std::string&)> say, status;
  std::function<void(const CheckProgress&)> progress = {};
};

// The configuration of the checkout that `directory` is in.
Result<Config> ConfigOf(const std::string& directory);
// In stages, each a function of values: the two versions (versions.h), their builds and tests (build_system.h), the tests that
// can notice the change (selection.h), their exploration and its comparison with the base (exploration.h), and a verdict
// (report/check_verdict.h) that is kept (verdict_cache.h).
Result<CheckResult> RunCheck(const CheckOptions& options);

}  // namespace reweave::inline check
