#include "check/harness.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "abi/coverage.h"
#include "facts/shared_facts.h"
#include "suite/native_run.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostPrograms = 20;  // a project with a harness has few programs
constexpr std::size_t kMostCases = 1000;
constexpr auto kRunTime = std::chrono::seconds(10);

// Only what can be judged by its exit status has cases that can be.
bool MayBeHarness(const TestSpec& test) {
  return !test.command.empty() && !test.disabled && !test.will_fail && !test.is_fixture() && test.whole.empty() &&
         test.pass_patterns.empty() && test.fail_patterns.empty() && test.skip_patterns.empty() &&
         (test.source == TestSource::kCTest || test.source == TestSource::kProgram || test.source == TestSource::kList);
}

TestSpec CaseOf(const TestSpec& test, const std::vector<std::string>& arguments) {
  TestSpec out = test;
  out.name = fmt::format("{}/{}", test.name, fmt::join(arguments, " "));
  out.whole = test.name;
  out.command.resize(1);
  out.command.insert(out.command.end(), arguments.begin(), arguments.end());
  return out;
}

std::vector<TestSpec> WithCases(std::vector<TestSpec> tests,
                                const std::map<std::string, std::vector<std::vector<std::string>>>& cases,
                                const std::map<std::string, std::string>& rest) {
  std::vector<TestSpec> out;
  for (TestSpec& test : tests) {
    const auto found = cases.find(test.name);
    if (found == cases.end() || test.command.empty()) {
      out.push_back(std::move(test));
      continue;
    }
    for (const auto& arguments : found->second) out.push_back(CaseOf(test, arguments));
    if (rest.contains(test.name)) out.push_back(std::move(test));
  }
  return out;
}

}  // namespace

bool StartsPrograms(const Facts& facts) {
  static const std::set<std::string, std::less<>> kCalls = {"execl",  "execle",  "execlp",      "execv",       "execve",
                                                            "execvp", "execvpe", "posix_spawn", "posix_spawnp"};
  return std::ranges::any_of(facts.functions(), [](const FunctionFacts& f) {
    return !f.system() && std::ranges::any_of(f.calls, [](const CallSite& call) { return kCalls.contains(call.callee); });
  });
}

std::vector<std::vector<std::string>> OwnCases(const RawCoverage& run, const std::string& program,
                                               const std::vector<std::string>& own_arguments) {
  std::vector<std::vector<std::string>> out;
  const auto first = std::ranges::find(run.commands, 0u, &RawCoverage::Command::process);
  if (first == run.commands.end()) return out;
  for (const RawCoverage::Command& command : run.commands) {
    const bool same = std::ranges::any_of(run.modules, [&](const RawCoverage::Module& module) {
      return module.process == command.process && module.path == program;
    });
    if (command.process == 0 || command.parent != first->pid || !same || command.words.size() < 2) continue;
    std::vector<std::string> arguments(command.words.begin() + 1, command.words.end());
    if (arguments != own_arguments && std::ranges::find(out, arguments) == out.end()) out.push_back(std::move(arguments));
  }
  return out;
}

Harnesses SplitHarnesses(std::vector<TestSpec> now, std::vector<TestSpec> before, std::chrono::steady_clock::time_point end,
                         const std::function<void(const std::string&)>& status) {
  Harnesses out;
  std::map<std::string, std::vector<std::vector<std::string>>> cases;
  std::set<std::string> programs;
  for (const TestSpec& test : now)
    if (!test.command.empty()) programs.insert(test.command[0]);
  for (const TestSpec& test : now) {
    const auto left = end - std::chrono::steady_clock::now();
    if (programs.size() > kMostPrograms || left <= left.zero() || !MayBeHarness(test)) continue;
    std::error_code error;
    const std::string program = fs::canonical(fs::path(test.directory) / test.command[0], error).string();
    const auto facts = error ? nullptr : SharedFacts(program).value_or(nullptr);
    if (facts == nullptr || !StartsPrograms(*facts)) continue;
    if (status) status(fmt::format("looking for the cases of {}", test.name));
    auto file = CoverageFile::Create();
    if (!file) continue;
    const auto run = RunNatively(test, {.timeout = std::min<std::chrono::nanoseconds>(kRunTime, left), .memory = 0},
                                 {{abi::kCoverageVariable, file->path()}});
    const auto raw = file->Read();
    if (!run || !raw) continue;
    auto found = OwnCases(*raw, program, {test.command.begin() + 1, test.command.end()});
    if (found.empty()) continue;
    if (run->end != NativeRun::End::kExited || found.size() > kMostCases) {
      found.resize(std::min(found.size(), kMostCases));
      out.rest[test.name] = fmt::format(
          "it starts its own program for each case, and {} cases were seen until its run was ended: others are not known",
          found.size());
    }
    out.notes.push_back(
        fmt::format("{} starts its own program for each case: {} cases are tests of their own", test.name, found.size()));
    cases[test.name] = std::move(found);
  }
  out.now = WithCases(std::move(now), cases, out.rest);
  out.before = WithCases(std::move(before), cases, {});
  return out;
}

}  // namespace reweave::inline check
