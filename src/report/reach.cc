#include "report/reach.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace reweave::inline report {

namespace {

constexpr std::size_t kMostNearest = 3;

// Its state says by itself that it was not looked at: whether it has two threads is not known.
bool IsOpen(const CheckedTest& test) {
  return test.state == TestState::kNoTime || test.state == TestState::kUnsupported || test.state == TestState::kMissing ||
         (test.state == TestState::kNotBuilt && !test.foreign);
}

}  // namespace

std::string Unreached(const CheckResult& result) {
  if (result.changed_functions == 0 && result.points == 0) return "";
  const auto tells = [](const CheckedTest& test) {
    return IsOpen(test) || (test.state == TestState::kExplored && test.reaches && !test.sequential);
  };
  if (std::ranges::any_of(result.tests, tells)) return "";
  // Nearest first: it comes to the change in one thread; it has threads and comes to callers; it runs a program that changed.
  std::vector<std::string> nearest;
  const auto add = [&](const char* how, auto&& wanted) {
    for (const CheckedTest& test : result.tests)
      if (nearest.size() < kMostNearest && wanted(test)) nearest.push_back(fmt::format("{} ({})", test.name, how));
  };
  add("reaches it in one thread",
      [](const CheckedTest& t) { return t.state == TestState::kExplored && t.reaches && t.sequential; });
  add("reaches code that calls it",
      [](const CheckedTest& t) { return t.state == TestState::kExplored && !t.reaches && !t.sequential; });
  add("reaches code that calls it, in one thread",
      [](const CheckedTest& t) { return t.state == TestState::kExplored && !t.reaches && t.sequential; });
  add("runs a program that has it", [](const CheckedTest& t) { return t.state == TestState::kNotReached; });
  return nearest.empty() ? "no test with two threads reaches the change"
                         : fmt::format("no test with two threads reaches the change; nearest: {}", fmt::join(nearest, ", "));
}

}  // namespace reweave::inline report
