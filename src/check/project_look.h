// What the files of a project say about how it is built and tested, before anything is run: for `reweave init`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace reweave::inline check {

struct ProjectLook {
  std::string directory = ".";  // of the build files, below the top; "" if there are none, or several equally near
  std::string system;           // of BuildSystems(); "" if no file tells
  std::vector<std::string> presets;     // CMake: names of configure presets
  std::vector<std::string> switches;    // CMake: options for tests that are off by default
  bool listed_tests = false;    // the build system has a list of tests: CTest, meson test, `make check`
  std::string plain_build;      // no build files at all: commands that compile the sources of its tests
  std::string test_target;      // make: "check" or "test", if it has such a rule
  std::vector<std::string> frameworks;  // "GoogleTest", "Catch2", "doctest", "Boost.Test"; the most used first
  std::size_t sources = 0;      // files of C and C++
  std::size_t threaded = 0;     // of these: that create threads
  std::size_t tests = 0;        // of these: with "test" in the name
};

ProjectLook LookAtProject(const std::string& top);
// For people: a line for each of build, tests, threads.
std::string Describe(const ProjectLook& look);
// What `reweave init` writes.
std::string StarterConfig(const ProjectLook& look);
// Debian packages that a machine needs to build such a project, besides a compiler.
std::string PackagesToBuild(const ProjectLook& look);

}  // namespace reweave::inline check
