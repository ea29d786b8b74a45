// How a version is built with the drivers, and which tests it then has: CMake with CTest or without, Meson, autotools, make, or
// commands of reweave.toml.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "check/build_directory.h"
#include "check/config.h"
#include "findings/check_result.h"
#include "suite/test.h"

namespace reweave::inline check {

const std::vector<std::string>& BuildSystems();
struct BuildStep {
  std::string what;  // "configuring", "building"
  std::vector<std::string> command;
  std::string directory;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string trace =
      {};  // it runs the tests to see which there are, and what they start is added here: none of them needs to end
};

// In place of a setting that was refused: the drivers leave the project's own sanitizers out.
inline constexpr std::string_view kSanitizers = "-fsanitize";

struct BuildInput {
  std::string source, build;  // directories; make builds in its source
  std::string drivers;
  unsigned jobs = 1;
  std::string path = {};  // PATH of its commands; BuildSteps sets it where the build may call compilers by name
  std::vector<std::string> settings = {};  // CMake: "NAME=VALUE", of the project's own switches
  std::vector<std::string> refused = {};  // with these it could not be configured or built
};

// Errors: nothing tells how to build it, a preset that is not there.
Result<std::vector<BuildStep>> BuildSteps(const Config& config, const BuildInput& input);
// What a version says about its tests once it is configured, before anything is built.
struct Configured {
  bool has_tests = true;  // or nobody can tell yet
  // Settings of the project's switches that are worth a second try: tests that are off by default, shared libraries.
  std::vector<std::string> tests_on, static_libraries;
  std::optional<std::vector<std::string>> names = {};  // of the tests; none: they are known only once it is built
};
Result<Configured> LookAtConfigured(const Config& config, const BuildInput& input);
// An error if one of the tests that are asked for is none of `names`, nor a case of one (test/case).
Result<void> RefuseUnknownTests(const std::vector<std::string>& only, const std::optional<std::vector<std::string>>& names);
// Where the programs are.
std::string ProgramDirectory(const Config& config, const Version& version);
// The tests of a version that was built. Errors: there are none.
Result<std::vector<TestSpec>> TestsOf(const Config& config, const Version& version);

}  // namespace reweave::inline check
