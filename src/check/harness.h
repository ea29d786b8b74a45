// Test programs that start themselves once for each of their cases (fork and exec of the same file with other arguments).
// Exploring goes on in one process, so such a program by itself shows nothing: its cases are tests of their own.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "facts/reader.h"
#include "suite/coverage_file.h"
#include "suite/test.h"

namespace reweave::inline check {

// Code of the program starts programs.
bool StartsPrograms(const Facts& facts);

// The arguments with which the first process of the run started `program` anew, each once, in their order.
std::vector<std::vector<std::string>> OwnCases(const RawCoverage& run, const std::string& program,
                                               const std::vector<std::string>& own_arguments);

struct Harnesses {
  std::vector<TestSpec> now, before;        // the tests, with cases in place of their harness
  std::map<std::string, std::string> rest;  // harnesses of which not all cases are known, and why
  std::vector<std::string> notes;
};

// Runs each test of `now` whose program may be such a harness once, natively, for a few seconds and not beyond `end`.
Harnesses SplitHarnesses(std::vector<TestSpec> now, std::vector<TestSpec> before, std::chrono::steady_clock::time_point end,
                         const std::function<void(const std::string&)>& status);

}  // namespace reweave::inline check
