#include "suite/tests.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "suite/program_text.h"
#include "suite/test_list.h"

namespace reweave::inline suite {

namespace {

namespace fs = std::filesystem;

bool IsDirectory(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

Result<std::string> ListCases(const std::string& binary, std::vector<std::string> arguments, const RunLimits& limits,
                              bool any_status) {
  TestSpec list;
  list.name = "listing";
  list.command = std::move(arguments);
  list.command.insert(list.command.begin(), binary);
  RW_ASSIGN(NativeRun run, RunNatively(list, limits));
  if (run.end != NativeRun::End::kExited || (!any_status && run.status != 0))
    return Fail(ErrorCategory::kUsage, "cannot list the test cases of", binary,
                fmt::format("'{}' ended with {}", list.command[1], DescribeEnd(run)), "give the tests by --tests FILE");
  return std::move(run.output);
}

// The cases inside a program; none, and kProgram, if it is of no known framework.
Result<std::vector<TestSpec>> CasesOf(const std::string& program, const RunLimits& limits, TestSource& framework) {
  RW_ASSIGN(const std::string elf, ProgramText(program));
  framework = DetectFramework(elf);
  switch (framework) {
    case TestSource::kGoogleTest: {
      RW_ASSIGN(const std::string text, ListCases(program, {"--gtest_list_tests"}, limits, false));
      return ParseGoogleTestList(text, program);
    }
    case TestSource::kCatch2: {  // version 2 answers with the number of its tests as exit status, version 3 refuses the option
      RW_ASSIGN(std::string text, ListCases(program, {"--list-test-names-only"}, limits, true));
      if (text.find("Unrecognised token") != std::string::npos || text.find("Unrecognized token") != std::string::npos) {
        RW_ASSIGN(text, ListCases(program, {"--list-tests", "--verbosity", "quiet"}, limits, false));
      }
      return ParseCatch2Names(text, program);
    }
    case TestSource::kDoctest: {
      RW_ASSIGN(const std::string text, ListCases(program, {"--list-test-cases", "--no-colors"}, limits, false));
      return ParseDoctestNames(text, program);
    }
    case TestSource::kBoostTest: {
      RW_ASSIGN(const std::string text, ListCases(program, {"--list_content"}, limits, true));
      return ParseBoostTestContent(text, program);
    }
    case TestSource::kAcutest: {
      RW_ASSIGN(const std::string text, ListCases(program, {"--list"}, limits, true));
      return ParseAcutestList(text, program);
    }
    default: break;
  }
  if (!UsesTinytest(elf)) return std::vector<TestSpec>();
  RW_ASSIGN(const std::string text, ListCases(program, {"--list-tests"}, limits, true));
  return ParseTinytestList(text, program);
}

// Options, and none that chooses among the cases or repeats them: each case is run with them.
bool OnlyOptions(const std::vector<std::string>& command) {
  return std::all_of(command.begin() + 1, command.end(), [](const std::string& word) {
    for (const char* chooses : {"filter", "test", "case", "list", "repeat", "run", "shard", "suite"})
      if (word.find(chooses) != std::string::npos && word.find("gtest_color") == std::string::npos) return false;
    return word.starts_with("--");
  });
}

bool RunsLibcheck(const std::string& program) {
  const auto elf = ProgramText(program);
  return elf && UsesLibcheck(*elf);
}

// A CTest test that is a whole program of a framework becomes its cases, "test/case": each has threads and schedules of its own.
// It stays whole where the suite judges its output, or if the program does not list its cases.
std::vector<TestSpec> SplitIntoCases(std::vector<TestSpec> tests, const RunLimits& limits) {
  std::vector<TestSpec> out;
  for (TestSpec& test : tests) {
    const bool whole = test.command.empty() || !OnlyOptions(test.command) || test.disabled || test.will_fail ||
                       test.is_fixture() || !test.pass_patterns.empty() || !test.fail_patterns.empty() ||
                       !test.skip_patterns.empty();
    TestSource framework = TestSource::kProgram;
    auto cases = whole ? std::vector<TestSpec>() : CasesOf(test.command[0], limits, framework);
    if (!whole && framework == TestSource::kProgram && RunsLibcheck(test.command[0]))
      test.environment.emplace_back("CK_FORK", "no");
    if (!cases || cases->size() < 2) {
      out.push_back(std::move(test));
      continue;
    }
    for (TestSpec& one : *cases) {
      TestSpec part = test;
      part.name += "/" + one.name;
      part.whole = test.name;
      part.command = std::move(one.command);
      part.command.insert(part.command.end(), test.command.begin() + 1, test.command.end());
      part.disabled = one.disabled;
      part.disabled_reason = std::move(one.disabled_reason);
      out.push_back(std::move(part));
    }
  }
  return out;
}

Result<std::vector<TestSpec>> FromBuildDirectory(const std::string& directory, const RunLimits& limits) {
  std::error_code error;
  if (!fs::exists(fs::path(directory) / "CTestTestfile.cmake", error))
    return Fail(ErrorCategory::kUsage, "cannot find the tests of", directory, "it holds no CTestTestfile.cmake",
                "give a CMake build directory whose project calls enable_testing(), or a binary");
  TestSpec list;
  list.name = "ctest";
  list.command = {"ctest", "--show-only=json-v1"};
  list.directory = directory;
  auto run = RunNatively(list, limits);
  if (!run)
    return Fail(ErrorCategory::kUsage, "cannot run ctest", directory, run.error().why(), "is CMake (3.20 or later) installed?");
  if (!run->exited(0) || run->output_bytes > run->output.size())
    return Fail(ErrorCategory::kUsage, "ctest cannot list the tests of", directory,
                run->output_bytes > run->output.size() ? "its answer is too long"
                                                       : DescribeEnd(*run) + ": " + run->output.substr(0, 300));
  // CTest prints complaints (a test that was not built) before or after the answer.
  const std::size_t begin = run->output.find("{\n"), end = run->output.rfind('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    return Fail(ErrorCategory::kUsage, "ctest cannot list the tests of", directory, "its answer is not JSON",
                "CMake 3.20 or later is needed");
  RW_ASSIGN(std::vector<TestSpec> tests, ParseCTestJson(std::string_view(run->output).substr(begin, end + 1 - begin), directory));
  return SplitIntoCases(std::move(tests), limits);
}

Result<std::vector<TestSpec>> OfBinaryInDirectory(const std::string& binary, const std::string& directory,
                                                  const RunLimits& limits) {
  RW_ASSIGN(std::vector<TestSpec> all, FromBuildDirectory(directory, limits));
  const std::string name = fs::path(binary).filename().string();
  std::error_code error;
  const fs::path absolute = fs::absolute(binary, error).lexically_normal();
  // Several programs of the directory may have that name: the tests of the one whose path ends most alike.
  const auto alike = [&](const std::string& argument) {
    const fs::path path = fs::path(argument).lexically_normal();
    if (path.filename() != name || argument.find('/') == std::string::npos) return std::ptrdiff_t{0};
    const std::vector<fs::path> one(path.begin(), path.end()), other(absolute.begin(), absolute.end());
    return std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend()).first - one.rbegin();
  };
  std::ptrdiff_t most = 1;
  for (const TestSpec& test : all)
    for (const std::string& argument : test.command) most = std::max(most, alike(argument));
  std::vector<TestSpec> out;
  for (TestSpec& test : all) {
    bool uses = false;
    for (std::string& argument : test.command)
      if (alike(argument) == most) {
        argument = absolute.string();
        uses = true;
      }
    if (uses || test.is_fixture()) out.push_back(std::move(test));
  }
  if (out.empty())
    return Fail(ErrorCategory::kUsage, "no test of the build directory runs", binary,
                fmt::format("'{}' is in no test's command", name), "give the build directory itself, or --tests FILE");
  return out;
}

Result<std::vector<TestSpec>> FromBinary(const std::string& binary, const RunLimits& limits) {
  std::error_code error;
  const std::string program = fs::absolute(binary, error).string();
  TestSource framework = TestSource::kProgram;
  RW_ASSIGN(std::vector<TestSpec> out, CasesOf(program, limits, framework));
  if (framework == TestSource::kProgram && out.empty()) {
    TestSpec test;
    test.name = fs::path(binary).filename().string();
    test.command = {program};
    if (RunsLibcheck(program)) test.environment.emplace_back("CK_FORK", "no");
    out.push_back(std::move(test));
  }
  if (out.empty())
    return Fail(ErrorCategory::kUsage, "found no test case in", binary,
                fmt::format("it was asked as a {} program", Text(framework)), "give the tests by --tests FILE");
  return out;
}

}  // namespace

TestSource DetectFramework(std::string_view elf) {
  const auto has = [&](std::string_view text) { return elf.find(text) != std::string_view::npos; };
  if (has("7testing8internal23MakeAndRegisterTestInfo") || has("gtest_list_tests")) return TestSource::kGoogleTest;
  if (has("_ZN5Catch") || has("list-test-names-only")) return TestSource::kCatch2;
  if (has("_ZN7doctest") || has("[doctest] ")) return TestSource::kDoctest;
  if (has("_ZN5boost9unit_test")) return TestSource::kBoostTest;
  if (has("acutest_") && has("--no-exec")) return TestSource::kAcutest;
  return TestSource::kProgram;
}

bool UsesTinytest(std::string_view elf) {
  return elf.find("--RUNNING-FORKED") != std::string_view::npos && elf.find("--list-tests") != std::string_view::npos;
}

bool UsesLibcheck(std::string_view elf) { return elf.find("srunner_create") != std::string_view::npos; }

Result<std::vector<TestSpec>> FindTests(const TestsOptions& options) {
  struct stat info{};
  if (stat(options.subject.c_str(), &info) != 0)
    return Fail(ErrorCategory::kUsage, "cannot find the tests of", options.subject, ErrnoText(errno),
                "give a binary or a build directory");
  const bool directory = S_ISDIR(info.st_mode);
  std::vector<TestSpec> tests;
  if (directory) {
    if (!options.tests.empty() && !IsDirectory(options.tests))
      return Fail(ErrorCategory::kUsage, "--tests FILE lists arguments of one binary", options.subject, "it is a directory",
                  "name the binary instead of the directory");
    RW_ASSIGN(tests, FromBuildDirectory(options.tests.empty() ? options.subject : options.tests, options.limits));
  } else if (options.tests.empty()) {
    RW_ASSIGN(tests, FromBinary(options.subject, options.limits));
  } else if (IsDirectory(options.tests)) {
    RW_ASSIGN(tests, OfBinaryInDirectory(options.subject, options.tests, options.limits));
  } else {
    std::error_code error;
    RW_ASSIGN(tests, ReadTestList(options.tests, fs::absolute(options.subject, error).string()));
  }
  RW_TRY(CheckNames(tests, options.tests.empty() ? options.subject : options.tests));
  return tests;
}

}  // namespace reweave::inline suite
