// A test as people have it: something with a stable name that can be run.
//
// Everything here is what the suite said (CTest's properties, a line of a list, a case of a framework); nothing is resolved
// or run. `name` is unique in its suite and the same for the old and the new version.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reweave::inline suite {

enum class TestSource { kProgram, kList, kCTest, kGoogleTest, kCatch2, kDoctest, kBoostTest, kAcutest };
const char* Text(TestSource source);

// One ENVIRONMENT_MODIFICATION of CTest, in its order.
struct EnvironmentChange {
  std::string variable, operation, value;  // operation as CTest spells it: set, unset, string_append, path_list_prepend, ...
  friend bool operator==(const EnvironmentChange&, const EnvironmentChange&) = default;
};

struct TestSpec {
  std::string name;
  std::string whole;                  // CTest's name of the test that this is a case of, "" = it is none
  std::vector<std::string> command;   // command[0] is the program; never empty unless disabled
  std::string directory;              // working directory, "" = the caller's
  std::vector<std::pair<std::string, std::string>> environment;  // on top of the caller's
  std::vector<EnvironmentChange> environment_changes;            // after that
  std::optional<std::chrono::nanoseconds> timeout;
  std::vector<std::string> labels;
  std::vector<std::string> depends;   // names of tests that run before this one if both run
  std::vector<std::string> fixtures_setup, fixtures_required, fixtures_cleanup;
  std::vector<std::string> required_files;
  std::vector<std::string> pass_patterns, fail_patterns, skip_patterns;  // regular expressions over the output
  std::optional<int> skip_status;
  bool will_fail = false;
  bool run_serial = false;  // no other test at the same time
  bool disabled = false;
  std::string disabled_reason;
  TestSource source = TestSource::kProgram;

  bool is_fixture() const { return !fixtures_setup.empty() || !fixtures_cleanup.empty(); }
};

// The order in which all tests can run: fixtures' setups before and their cleanups after the tests that need them, DEPENDS
// kept, otherwise as given. Indices. A cycle is an error that names its tests.
Result<std::vector<std::size_t>> RunOrder(const std::vector<TestSpec>& tests);

// `chosen` plus the fixtures (setups, cleanups, and theirs) that it needs, in the order of `chosen` with each setup before its
// first user and each cleanup after its last.
std::vector<std::size_t> WithFixtures(const std::vector<TestSpec>& tests, const std::vector<std::size_t>& chosen);

// Two tests of one name are an error that names them.
Result<void> CheckNames(const std::vector<TestSpec>& tests, const std::string& where);

}  // namespace reweave::inline suite
