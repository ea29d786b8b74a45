// Finds the tests of a program or of a build directory.
//
//   DIR                    a build directory with CTest: `ctest --show-only=json-v1`; a test that is a program with cases of a
//                          framework, without arguments that choose among them, is split into them: test/case
//   BINARY --tests FILE    one test a line, `name: arguments` (test_list.h)
//   BINARY --tests DIR     the tests of build directory DIR that run a program of BINARY's file name, with BINARY in its place;
//   of several programs
//                          of that name, the one whose path ends most alike
//   BINARY                 the cases of GoogleTest, Catch2, doctest, Boost.Test, acutest or tinytest inside it, else the program
//   itself as one test
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/native_run.h"
#include "suite/test.h"

namespace reweave::inline suite {

struct TestsOptions {
  std::string subject;        // BINARY or DIR
  std::string tests;          // --tests, "" = none
  RunLimits limits{.timeout = std::chrono::seconds(60), .memory = 0, .output = 256u << 20};  // of listing commands
};

// In the suite's order. An empty suite is an error.
Result<std::vector<TestSpec>> FindTests(const TestsOptions& options);

// The parsers, from text. `where` is for messages.
Result<std::vector<TestSpec>> ParseCTestJson(std::string_view json, const std::string& where);
std::vector<TestSpec> ParseGoogleTestList(std::string_view listing, const std::string& binary);
std::vector<TestSpec> ParseCatch2Names(std::string_view listing, const std::string& binary);
std::vector<TestSpec> ParseDoctestNames(std::string_view listing, const std::string& binary);
std::vector<TestSpec> ParseBoostTestContent(std::string_view listing, const std::string& binary);
std::vector<TestSpec> ParseAcutestList(std::string_view listing, const std::string& binary);
std::vector<TestSpec> ParseTinytestList(std::string_view listing, const std::string& binary);

// Which framework a program's bytes show; kProgram = none that is known.
TestSource DetectFramework(std::string_view elf);
// Libcheck runs each case in a child, unless its environment says no: then the body is in the process that is explored.
bool UsesLibcheck(std::string_view elf);
// Tinytest (libevent's) does so unless an option says no.
bool UsesTinytest(std::string_view elf);

}  // namespace reweave::inline suite
