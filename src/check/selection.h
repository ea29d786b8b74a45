// Which tests can notice a change, and how much of it each covers. The programs are compared first (program_pairs.h); tests of
// changed programs are chosen by what their recorded run of the old version entered (histories, suite/recorder.h) and by the
// pairs of accesses that the change affects (SimRT, techniques/simrt). A test is left out only if its history is complete and
// comes nowhere near the change: where coverage says too little, the program decides.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/program_pairs.h"
#include "findings/check_result.h"
#include "store/store.h"
#include "suite/test.h"

namespace reweave::inline check {

// A test that is to be explored.
struct ChosenTest {
  TestSpec now;
  std::optional<TestSpec> before;  // none: the test is new
  const ProgramPair* pair = nullptr;
  bool other_inputs = false;  // arguments, environment or files: what it did before says nothing
  double weight = 1;  // its share of the budget
  // What its recording says: whether two of its threads could run at all, and how long a run takes.
  enum class Threads { kUnknown, kOne, kSeveral };
  Threads threads = Threads::kUnknown;
  double seconds = 0;
  std::size_t variant = 0;  // tests before it have the same command line: another environment, the same code
  std::vector<std::uint32_t> targets{};  // what of the change it comes to: functions and pairs of accesses, numbered
  bool adds = true;  // it comes to something that no test before it does, or nobody can tell
  std::size_t row = 0;  // in CheckResult::tests
};

struct SelectionInput {
  std::vector<TestSpec> old_tests, new_tests;
  std::string old_build, new_build;  // directories, for messages and as names in the store
  std::vector<std::string> only;  // names; empty: all
  std::map<std::string, std::string> rest;  // tests that stand for cases that are not known, and why (harness.h)
  Store* store = nullptr;  // null: no histories, programs decide
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();  // of recording and analysis
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  std::function<void(const std::string&)> status = {};
};

// Adds a row for every test to `result`; the chosen ones come first, each time the one that adds most to those before it. Errors:
// no test of these names.
Result<std::vector<ChosenTest>> ChooseTests(SelectionInput input, ProgramPairs& pairs, CheckResult& result);

}  // namespace reweave::inline check
