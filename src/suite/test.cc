#include "suite/test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace reweave::inline suite {

namespace {

using Indices = std::vector<std::size_t>;

struct Fixtures {
  std::map<std::string, Indices> setups, cleanups, users;
  std::map<std::string, std::size_t> by_name;
};

Fixtures Collect(const std::vector<TestSpec>& tests) {
  Fixtures out;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    out.by_name.emplace(tests[i].name, i);
    for (const auto& name : tests[i].fixtures_setup) out.setups[name].push_back(i);
    for (const auto& name : tests[i].fixtures_cleanup) out.cleanups[name].push_back(i);
    for (const auto& name : tests[i].fixtures_required) out.users[name].push_back(i);
  }
  return out;
}

// Who must have run before each test.
std::vector<std::set<std::size_t>> Predecessors(const std::vector<TestSpec>& tests) {
  const Fixtures fixtures = Collect(tests);
  std::vector<std::set<std::size_t>> before(tests.size());
  const auto add = [&](std::size_t test, const std::map<std::string, Indices>& table, const std::string& name) {
    if (const auto found = table.find(name); found != table.end())
      for (const std::size_t other : found->second)
        if (other != test) before[test].insert(other);
  };
  for (std::size_t i = 0; i < tests.size(); ++i) {
    for (const auto& name : tests[i].depends)
      if (const auto found = fixtures.by_name.find(name); found != fixtures.by_name.end() && found->second != i)
        before[i].insert(found->second);
    for (const auto& name : tests[i].fixtures_required) add(i, fixtures.setups, name);
    for (const auto& name : tests[i].fixtures_cleanup) {
      add(i, fixtures.setups, name);
      add(i, fixtures.users, name);
    }
  }
  return before;
}

}  // namespace

const char* Text(TestSource source) {
  switch (source) {
    case TestSource::kProgram: return "program";
    case TestSource::kList: return "list";
    case TestSource::kCTest: return "ctest";
    case TestSource::kGoogleTest: return "googletest";
    case TestSource::kCatch2: return "catch2";
    case TestSource::kDoctest: return "doctest";
    case TestSource::kBoostTest: return "boost.test";
    case TestSource::kAcutest: return "acutest";
  }
  return "?";
}

Result<std::vector<std::size_t>> RunOrder(const std::vector<TestSpec>& tests) {
  const auto before = Predecessors(tests);
  std::vector<std::size_t> waiting(tests.size());
  std::vector<Indices> after(tests.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    waiting[i] = before[i].size();
    for (const std::size_t other : before[i]) after[other].push_back(i);
  }
  std::set<std::size_t> ready;
  for (std::size_t i = 0; i < tests.size(); ++i)
    if (waiting[i] == 0) ready.insert(i);
  Indices order;
  while (!ready.empty()) {
    const std::size_t next = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(next);
    for (const std::size_t other : after[next])
      if (--waiting[other] == 0) ready.insert(other);
  }
  if (order.size() == tests.size()) return order;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tests.size() && names.size() < 8; ++i)
    if (waiting[i] > 0) names.push_back(tests[i].name);
  return Fail(ErrorCategory::kUsage, "cannot order the tests", fmt::format("{}", fmt::join(names, ", ")),
              "each must run before another of them", "look at their DEPENDS and FIXTURES properties");
}

std::vector<std::size_t> WithFixtures(const std::vector<TestSpec>& tests, const std::vector<std::size_t>& chosen) {
  const Fixtures fixtures = Collect(tests);
  Indices out;
  std::vector<char> placed(tests.size(), 0);
  std::vector<std::string> used;
  // A setup may need fixtures of its own.
  const auto place = [&](auto&& self, std::size_t test) -> void {
    if (placed[test]) return;
    placed[test] = 1;
    for (const auto& name : tests[test].fixtures_required) {
      if (std::ranges::find(used, name) == used.end()) used.push_back(name);
      if (const auto found = fixtures.setups.find(name); found != fixtures.setups.end())
        for (const std::size_t setup : found->second) self(self, setup);
    }
    out.push_back(test);
  };
  // Cleanups wait for the last user: they come at the end even when chosen earlier.
  for (const std::size_t test : chosen)
    if (tests[test].fixtures_cleanup.empty()) place(place, test);
  for (std::size_t i = used.size(); i-- > 0;)
    if (const auto found = fixtures.cleanups.find(used[i]); found != fixtures.cleanups.end())
      for (const std::size_t cleanup : found->second) place(place, cleanup);
  for (const std::size_t test : chosen) place(place, test);
  return out;
}

Result<void> CheckNames(const std::vector<TestSpec>& tests, const std::string& where) {
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < tests.size(); ++i)
    if (const auto [first, fresh] = seen.emplace(tests[i].name, i); !fresh)
      return Fail(ErrorCategory::kUsage, "two tests have the same name", where,
                  fmt::format("'{}' is test {} and test {}", tests[i].name, first->second + 1, i + 1), "rename one of them");
  return {};
}

}  // namespace reweave::inline suite
