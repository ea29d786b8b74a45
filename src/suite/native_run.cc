#include "suite/native_run.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>

#include "base/command.h"
#include "base/pattern.h"

extern char** environ;

namespace reweave::inline suite {

namespace {

// A name without a slash is looked for in PATH; a relative one is relative to the caller's directory, as CTest has it.
std::string ResolveProgram(const std::string& name, const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (name.find('/') != std::string::npos) {
    if (!directory.empty() && name[0] != '/' && fs::exists(fs::path(directory) / name, error))
      return (fs::path(directory) / name).string();
    return fs::absolute(name, error).string();
  }
  if (std::string path = FindInPath(name); !path.empty()) return path;
  return name;
}

void ApplyChange(std::map<std::string, std::string>& environment, const EnvironmentChange& change) {
  const std::string& op = change.operation;
  if (op == "set") environment[change.variable] = change.value;
  else if (op == "unset") environment.erase(change.variable);
  else if (op == "reset") {
    const char* old = std::getenv(change.variable.c_str());
    if (old != nullptr) environment[change.variable] = old;
    else environment.erase(change.variable);
  } else {
    const std::string_view separator = op.starts_with("path_list") ? ":" : op.starts_with("cmake_list") ? ";" : "";
    const auto found = environment.find(change.variable);
    const std::string old = found == environment.end() ? "" : found->second;
    const std::string between(old.empty() ? "" : separator);
    environment[change.variable] = op.ends_with("prepend") ? change.value + between + old : old + between + change.value;
  }
}

bool AnyMatches(const std::vector<std::string>& patterns, const std::string& text) {
  return std::ranges::any_of(patterns, [&](const std::string& expression) {
    const auto pattern = Pattern::Parse(expression);
    // CMake's dialect allows a few things that ours does not: literal text then.
    return pattern ? pattern->Matches(text) : text.find(expression) != std::string::npos;
  });
}

}  // namespace

TestSpec CommandSpec(std::vector<std::string> command, const std::string& directory,
                     std::vector<std::pair<std::string, std::string>> environment) {
  TestSpec spec;
  spec.name = command[0];
  spec.command = std::move(command);
  spec.directory = directory;
  spec.environment = std::move(environment);
  return spec;
}

std::vector<std::string> TestEnvironment(const TestSpec& test, const std::vector<std::pair<std::string, std::string>>& extra) {
  std::map<std::string, std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || text.starts_with("REWEAVE_")) continue;
    environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const auto& [name, value] : test.environment) environment[name] = value;
  for (const auto& change : test.environment_changes) ApplyChange(environment, change);
  for (const auto& [name, value] : extra) environment[name] = value;
  std::vector<std::string> out;
  for (const auto& [name, value] : environment) out.push_back(name + "=" + value);
  return out;
}

Result<NativeRun> RunNatively(const TestSpec& test, const RunLimits& limits,
                              const std::vector<std::pair<std::string, std::string>>& extra_environment) {
  if (test.command.empty()) return Fail(ErrorCategory::kUsage, "cannot run the test", test.name, "it has no command");
  Command command{.words = test.command, .directory = test.directory, .environment = TestEnvironment(test, extra_environment)};
  command.words[0] = ResolveProgram(test.command[0], test.directory);
  return RunCommand(command, limits);
}

const char* Text(Verdict verdict) {
  return verdict == Verdict::kPassed ? "passed" : verdict == Verdict::kFailed ? "failed" : "skipped";
}

Verdict Judge(const TestSpec& test, const NativeRun& run) {
  if (run.end != NativeRun::End::kExited)
    return run.end == NativeRun::End::kSignaled && test.will_fail ? Verdict::kPassed : Verdict::kFailed;
  if (test.skip_status && run.status == *test.skip_status) return Verdict::kSkipped;
  if (AnyMatches(test.skip_patterns, run.output)) return Verdict::kSkipped;
  bool passed = test.pass_patterns.empty() ? run.status == 0 : AnyMatches(test.pass_patterns, run.output);
  if (AnyMatches(test.fail_patterns, run.output)) passed = false;
  return passed != test.will_fail ? Verdict::kPassed : Verdict::kFailed;
}

}  // namespace reweave::inline suite
