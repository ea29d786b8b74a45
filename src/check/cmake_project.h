// What a configured CMake project says about its tests: options that switch them on, and programs that look like tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace reweave::inline check {

// Names of switches for tests that are off in this CMakeCache.txt: BUILD_TESTING, SPOOL_BUILD_TESTS, ENABLE_UNIT_TESTS. Not those
// for benchmarks, fuzzing, installing.
std::vector<std::string> TestSwitchesThatAreOff(std::string_view cache);

// Likewise of those that nobody declares: if(UNIT_TEST) in the project's own CMake files, and nothing in CMakeCache.txt.
std::vector<std::string> UndeclaredTestSwitches(std::string_view lists, std::string_view cache);

// The text of the project's own CMake files: not of libraries that stand in its tree (third_party, vendor).
std::string OwnLists(const std::string& source);
// Whether this text declares or asks for the variable. Libraries that the project uses have switches of their own, which it only
// sets, if it knows them at all.
bool AsksFor(std::string_view lists, std::string_view variable);

// Settings, "NAME=VALUE", by which the project's own switches in this CMakeCache.txt make static libraries in place of shared
// ones: X_LIBRARY_TYPE, X_BUILD_SHARED, X_SHARED beside X_STATIC. What is in the program is analysed and steered with it.
std::vector<std::string> StaticSettings(std::string_view cache);

// Switches for tests from the text of a CMakeLists.txt: option(NAME "..." OFF).
std::vector<std::string> TestOptionsThatAreOff(std::string_view lists);

// Names in the output of `ctest -N`. None: some tests are known only once their program is built (gtest_discover_tests).
std::optional<std::vector<std::string>> NamesOfCTest(std::string_view listing);

// Asks CMake, when it configures `build` the next time, to write down the targets.
Result<void> AskForTargets(const std::string& build);
// Names of executables that it wrote down.
std::vector<std::string> ExecutablesOf(const std::string& build);

}  // namespace reweave::inline check
