// What tests need around them (CTest's fixtures): their setups, each once before the first test that needs it, and the cleanups
// at the end. Run natively. Tests that are explored at the same time may ask for theirs.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/native_run.h"
#include "suite/test.h"

namespace reweave::inline suite {

class FixtureRuns {
 public:
  explicit FixtureRuns(std::vector<TestSpec> suite) : suite_(std::move(suite)) {}
  ~FixtureRuns() { CleanUp(); }
  FixtureRuns(const FixtureRuns&) = delete;
  FixtureRuns& operator=(const FixtureRuns&) = delete;

  // By name; a name that the suite does not have needs nothing. Errors: a setup failed, now or for a test before.
  Result<void> SetUp(const std::string& test);
  // Of what was set up, whether the setup passed or not.
  void CleanUp();

 private:
  Result<void> RunOne(std::size_t index, bool interruptible);

  std::mutex mutex_;
  std::vector<TestSpec> suite_;
  std::map<std::size_t, Result<void>> ran_;
  std::vector<std::size_t> cleanups_;
};

}  // namespace reweave::inline suite
