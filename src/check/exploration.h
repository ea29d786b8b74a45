// The stage that explores: the chosen tests in rounds under one budget, several at a time.
//
// Every test gets a least share (new interleavings, then enough schedules to count as looked at) before any gets more; then time
// is shared by how much of the change each test covers. What a test leaves is the later ones'.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/engine.h"
#include "check/selection.h"
#include "check/test_exploration.h"
#include "findings/check_result.h"

namespace reweave::inline check {

// kFast: known schedules, new interleavings and the least share only. kDeep: searches use all their time and go on after a
// finding.
enum class CheckMode { kFast, kUsual, kDeep };

// What one test is at, for the live display.
struct TestProgress {
  std::string name, phase;         // phase "" = it waits
  std::uint64_t schedules = 0;
  std::size_t findings = 0;
  bool done = false;
};
struct CheckProgress {
  const std::vector<TestProgress>& tests;  // the chosen ones
  std::size_t current = 0;                 // the one that has something to tell
  std::chrono::nanoseconds left{};         // of the budget
};

struct ExplorationInput {
  std::vector<CheckedTest> rows;           // of all tests, the chosen ones among them
  std::vector<ChosenTest> chosen;          // by row
  ExplorationSettings settings;            // without `status`
  CheckMode mode = CheckMode::kUsual;
  unsigned jobs = 1;                       // tests at a time
  std::function<std::vector<std::string>(const std::string& test)> corpus = {};  // schedules that are kept for a test
  std::function<void(const CheckProgress&)> progress = {};  // never two at a time
};

// The rows, with what was found. Errors: our own faults.
Result<std::vector<CheckedTest>> ExploreTests(ExplorationInput input, const Engine& engine);

}  // namespace reweave::inline check
