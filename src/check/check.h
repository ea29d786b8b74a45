// One change, from git to findings: both versions are built, the tests that can notice the change are explored, and what they
// show is compared with the old version.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/versions.h"
#include "report/finding.h"

namespace reweave {

struct CheckOptions {
  std::string directory = ".";
  std::string base, head = ".";
  std::chrono::nanoseconds budget = std::chrono::minutes(5);  // of all explorations together; building is extra
  unsigned jobs = 1;
  std::string drivers;             // directory of reweave-c++
  std::vector<std::string> only;   // tests by name; empty = all
  std::uint64_t seed = 1;
  std::function<void(const std::string&)> say, status;
};

enum class TestState {
  kUnchanged,     // the same code in both versions
  kNoImpact,      // it changed, but nothing that a schedule could tell
  kNotBuilt,      // its program was not built with the driver
  kDisabled,
  kExplored,
  kUnsupported,   // it cannot be explored
  kNoTime,        // the budget was used up before
};
const char* Text(TestState state);

struct CheckedFinding {
  Finding finding;
  bool is_new = true;  // the old version does not show it
};

struct CheckedTest {
  std::string name, program;
  TestState state = TestState::kUnchanged;
  bool new_test = false;           // the old version has no such test
  std::size_t points = 0;          // impacted code points of its program
  std::uint64_t schedules = 0, base_schedules = 0;
  double seconds = 0;
  bool exhausted = false;
  std::vector<CheckedFinding> findings;
  std::vector<Finding> fixed;      // only the old version shows them
  std::string note;
};

struct CheckResult {
  Version base, head;
  std::uint32_t changed_functions = 0;  // over all programs, each function once
  std::size_t points = 0;
  std::vector<CheckedTest> tests;       // in the order they were explored, then the others
  double seconds = 0;
  bool interrupted = false;

  std::size_t CountFindings(bool new_only) const;
};

Result<CheckResult> RunCheck(const CheckOptions& options);

std::string CheckText(const CheckResult& result, bool colour, std::size_t width);
std::string CheckJson(const CheckResult& result, const std::string& version);

}  // namespace reweave
