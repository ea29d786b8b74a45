// Test suites for the subjects of test selection: scripts of calls for several threads, drawn from groups of calls that belong
// together, as people write tests for one part of an interface at a time. Every group is as likely as any other, whether a change
// touches it or not. The same description and seed give the same suite on
// every machine.
//
//   tests = 500                  seed = 1
//   threads = [2, 4]             calls = [1, 4]            # of a test, of a thread: from, to
//   setup = [[2, 32], [0, 24]]                             # numbers for the object under test: from, to
//   [[group]]
//   name = "lookup"
//   calls = ["get=1..24", "containsKey=1..40"]             # a..b: a number between
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace reweave::inline evaluate {

struct SuiteDescription {
  struct Group {
    std::string name;
    std::vector<std::string> calls;
  };
  using Range = std::pair<std::int64_t, std::int64_t>;
  std::uint32_t tests = 0;
  std::uint64_t seed = 1;
  Range threads{2, 2}, calls{1, 4};
  std::vector<Range> setup;
  std::vector<Group> groups;
};

// Errors name the file and what is wrong with it.
Result<SuiteDescription> ReadSuiteDescription(const std::string& path);

// `name: arguments`, a line for each test, as --tests takes it. A test has two groups, which may be the same; its threads take
// turns with them.
std::string GenerateSuite(const SuiteDescription& description, std::optional<std::uint32_t> tests = std::nullopt);

}  // namespace reweave::inline evaluate
