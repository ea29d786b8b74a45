// What is read from the files that build systems leave.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "check/build_system.h"
#include "check/cmake_project.h"
#include "check/local_sources.h"
#include "check/plain_sources.h"
#include "check/project_look.h"
#include "check/traced_make.h"
#include "check/what_helps.h"

namespace reweave::inline check {
namespace {

using testing::ElementsAre;

TEST(CMakeProject, SwitchesForTestsThatAreOff) {
  EXPECT_THAT(TestSwitchesThatAreOff("# comment\n//Build tests\nSPOOL_BUILD_TESTS:BOOL=OFF\nBUILD_TESTING:BOOL=ON\n"
                                     "X_ENABLE_TESTING:BOOL=0\nNNG_TESTS:BOOL=FALSE\nBUILD_UNIT_TESTS:BOOL=OFF\n"
                                     "THREAD_POOL_TEST:BOOL=OFF\nBUILD_UNITTESTS:BOOL=OFF\nX_PERF_TEST:BOOL=OFF\n"
                                     "X_BUILD_FUZZ_TESTS:BOOL=OFF\nINSTALL_TESTS:BOOL=OFF\nX_BUILD_BENCHMARKS:BOOL=OFF\n"
                                     "X_TESTS_DIR:PATH=OFF\nX_WITH_SSL:BOOL=OFF\nDISABLE_TESTS:BOOL=OFF\n"),
              ElementsAre("SPOOL_BUILD_TESTS", "X_ENABLE_TESTING", "NNG_TESTS", "BUILD_UNIT_TESTS", "THREAD_POOL_TEST",
                          "BUILD_UNITTESTS"));
}

// googletest's own tests are nobody's business.
TEST(CMakeProject, SwitchesOfLibrariesAreNotTheProjects) {
  const std::string source = testing::TempDir() + "/own-lists";
  std::filesystem::create_directories(source + "/third_party/lib");
  std::filesystem::create_directories(source + "/tests");
  std::ofstream(source + "/CMakeLists.txt") << "option(P_TESTS \"\" OFF)\nif(P_TESTS)\nadd_subdirectory(tests)\nendif()\n";
  std::ofstream(source + "/tests/CMakeLists.txt") << "set(BUILD_GTEST_TESTS OFF CACHE BOOL \"\" FORCE)\n";
  std::ofstream(source + "/third_party/lib/CMakeLists.txt") << "option(LIB_TESTS \"\" OFF)\n";
  const std::string lists = OwnLists(source);
  EXPECT_TRUE(AsksFor(lists, "P_TESTS"));
  EXPECT_FALSE(AsksFor(lists, "BUILD_GTEST_TESTS"));
  EXPECT_FALSE(AsksFor(lists, "LIB_TESTS"));
  EXPECT_FALSE(AsksFor(lists, "TESTS")) << "part of another name";
  EXPECT_TRUE(AsksFor("if(NOT P_TESTS)", "P_TESTS"));
}

TEST(CMakeProject, LibrariesThatCannotBeDownloadedAreTakenFromTheMachine) {
  EXPECT_THAT(NotDownloaded("CMake Error at FetchContent.cmake:1616 (message):\n  Build step for GTest failed: 1\nCall Stack\n"
                            "  Build step for GTest failed: 1\n  CMake step for json failed: 2\n  Build step for x was made\n"),
              ElementsAre("GTest", "json"));
  const std::string root = testing::TempDir() + "/usr-src";
  std::filesystem::create_directories(root + "/googletest");
  std::ofstream(root + "/googletest/CMakeLists.txt") << "project(googletest)\n";
  EXPECT_THAT(LocalSources({"GTest", "json", "fmt"}, root),
              ElementsAre("FETCHCONTENT_SOURCE_DIR_GTEST=" + root + "/googletest", "FETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS"));
}

TEST(CMakeProject, SwitchesForStaticLibraries) {
  EXPECT_THAT(StaticSettings("EVENT__LIBRARY_TYPE:STRING=DEFAULT\nX_LIBRARY_TYPE:STRING=STATIC\nLIBUV_BUILD_SHARED:BOOL=ON\n"
                             "CARES_SHARED:BOOL=ON\nCARES_STATIC:BOOL=OFF\nBUILD_SHARED:BOOL=ON\nBUILD_STATIC:BOOL=ON\n"
                             "BUILD_SHARED_LIBS:BOOL=ON\nUSE_SHARED:BOOL=ON\nOFF_BUILD_SHARED:BOOL=OFF\nX_SHARED_MEMORY:BOOL=ON\n"
                             "//A comment: BUILD_SHARED=ON\nX_BUILD_SHARED_DIR:PATH=ON\n"),
              ElementsAre("EVENT__LIBRARY_TYPE=STATIC", "BUILD_SHARED=OFF", "CARES_SHARED=OFF", "CARES_STATIC=ON",
                          "LIBUV_BUILD_SHARED=OFF"));
}

TEST(CMakeProject, OptionsOfItsFile) {
  EXPECT_THAT(TestOptionsThatAreOff("option(X_BUILD_TESTS \"Build the tests\" OFF)\noption( Y_BUILD_TESTS\n  \"Tests\" ON )\n"
                                    "option(Z_ENABLE_TESTS \"off unless asked\")\noption(V_BUILD_TESTS \"x\" ${TOP})\n"),
              ElementsAre("X_BUILD_TESTS", "Z_ENABLE_TESTS"));
}

TEST(CMakeProject, NamesOfCTest) {
  EXPECT_THAT(*NamesOfCTest("Test project /b\n  Test  #1: add test\n  Test #12: queue.Push (Disabled)\n\nTotal Tests: 2\n"),
              ElementsAre("add test", "queue.Push"));
  EXPECT_FALSE(NamesOfCTest("  Test  #1: a\n  Test  #2: queue_test_NOT_BUILT\n"));
}

// The analysis looks into programs, not into libraries that they load.
TEST(BuildSystem, LibrariesArePartOfTheProgramsUnlessTheProjectIsToldOtherwise) {
  const std::string build = testing::TempDir() + "/steps";
  Config config;
  config.build.system = "cmake";
  const BuildInput input{.source = build, .build = build, .drivers = "/bin"};
  auto steps = BuildSteps(config, input);
  ASSERT_TRUE(steps);
  EXPECT_THAT(steps->front().command, testing::Contains("-DBUILD_SHARED_LIBS=OFF"));
  config.build.options = {"-DBUILD_SHARED_LIBS=ON"};
  steps = BuildSteps(config, input);
  ASSERT_TRUE(steps);
  EXPECT_THAT(steps->front().command, testing::Not(testing::Contains("-DBUILD_SHARED_LIBS=OFF")));
}

TEST(BuildSystem, BuildFilesBelowTheTop) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "below";
  fs::remove_all(top);
  fs::create_directories(top / "libraries/map");
  fs::create_directories(top / ".git/hooks");
  EXPECT_EQ(FindBuildDirectory(top.string()), "");
  std::ofstream(top / ".git/hooks/Makefile") << "all:\n";
  std::ofstream(top / "libraries/map/Makefile") << "all:\n";
  EXPECT_EQ(FindBuildDirectory(top.string()), "libraries/map");
  const std::string starter = StarterConfig(LookAtProject(top.string()));
  EXPECT_NE(starter.find("system = \"make\"\ndirectory = \"libraries/map\"\n"), std::string::npos) << starter;
  fs::create_directories(top / "libraries/other");
  std::ofstream(top / "libraries/other/CMakeLists.txt") << "\n";
  EXPECT_EQ(FindBuildDirectory(top.string()), "") << "two are equally near";
  std::ofstream(top / "meson.build") << "\n";
  EXPECT_EQ(FindBuildDirectory(top.string()), ".");
}

// Libraries of headers often have nothing to build but their tests, which are a project beside them.
TEST(BuildSystem, TestsThatAreAProjectOfTheirOwn) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "own_tests";
  fs::remove_all(top);
  fs::create_directories(top / "tests/unit");
  fs::create_directories(top / "third_party/lib");
  fs::create_directories(top / "demo");
  const auto write = [&](const char* path, const char* text) { std::ofstream(top / path) << text; };
  write("CMakeLists.txt", "project(p)\ninclude(GNUInstallDirs)\nadd_library(p INTERFACE)\n");
  write("third_party/lib/CMakeLists.txt", "project(lib)\nenable_testing()\n");
  write("demo/CMakeLists.txt", "project(demo)\nadd_executable(demo demo.cc)\n");
  EXPECT_EQ(FindBuildDirectory(top.string()), ".");
  write("tests/CMakeLists.txt", "PROJECT (p_tests)\nENABLE_TESTING()\nadd_subdirectory(unit)\n");
  write("tests/unit/CMakeLists.txt", "add_test(unit unit)\n");
  EXPECT_EQ(FindBuildDirectory(top.string()), "tests");
  EXPECT_NE(StarterConfig(LookAtProject(top.string())).find("directory = \"tests\"\n"), std::string::npos);
  write("CMakeLists.txt", "project(p)\nadd_subdirectory( ${WHERE} )\n");
  EXPECT_EQ(FindBuildDirectory(top.string()), ".") << "perhaps it adds them";
  write("CMakeLists.txt", "project(p)\nadd_subdirectory(\n  \"tests\")\n");
  EXPECT_EQ(FindBuildDirectory(top.string()), ".");
  write("CMakeLists.txt", "project(p)\nadd_executable(p_test a.cc)\n");
  EXPECT_EQ(FindBuildDirectory(top.string()), ".") << "it has some itself";
}

TEST(BuildSystem, SwitchesForTestsThatNobodyDeclares) {
  const std::string lists = "if (WIN32)\nendif()\nIF(UNIT_TEST)\n  enable_testing()\nendif (UNIT_TEST)\nelseif(OTHER_TESTS)\n"
                            "if(P_BUILD_TESTS)\nif(NOT LATE_TESTS)\nif( UNIT_TEST AND X)\nif(PERF_TEST)\nif(is_a_test)\n";
  EXPECT_THAT(UndeclaredTestSwitches(lists, "P_BUILD_TESTS:BOOL=OFF\n"), ElementsAre("UNIT_TEST"));
}

TEST(BuildSystem, ABuildThatFailsNamesTheOthers) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "several";
  fs::remove_all(top);
  fs::create_directories(top);
  std::ofstream(top / "CMakeLists.txt") << "\n";
  EXPECT_EQ(OtherSystems({}, top.string()), "");
  std::ofstream(top / "configure.in") << "\n";
  EXPECT_EQ(OtherSystems({}, top.string()),
            "it has files for autotools, too: [build] system = \"autotools\" in reweave.toml builds with that");
  Config config;
  config.build.system = "autotools";
  EXPECT_NE(OtherSystems(config, top.string()).find("\"cmake\""), std::string::npos);
}

TEST(BuildSystem, SwitchesOfLibrariesInTheTreeAreNotTheProjects) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "switches";
  fs::remove_all(top);
  fs::create_directories(top / "3rd-party/eigen");
  std::ofstream(top / "CMakeLists.txt") << "project(p)\nenable_testing()\noption(P_BUILD_TESTS \"\" OFF)\n";
  std::ofstream(top / "3rd-party/eigen/CMakeLists.txt") << "option(EIGEN_BUILD_TESTS \"\" OFF)\n";
  EXPECT_THAT(LookAtProject(top.string()).switches, ElementsAre("P_BUILD_TESTS"));
}

TEST(BuildSystem, ATestThatCannotExistIsRefused) {
  const std::vector<std::string> names = {"queue_test", "pool_test"};
  EXPECT_TRUE(RefuseUnknownTests({"queue_test", "pool_test/Case"}, names));
  EXPECT_TRUE(RefuseUnknownTests({"anything"}, std::nullopt));
  const auto refused = RefuseUnknownTests({"queue_tset"}, names);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().hint(), "did you mean queue_test?");
  EXPECT_EQ(RefuseUnknownTests({"x"}, names).error().hint(), "the tests are: queue_test, pool_test");
}

// Makefiles made by automake run libtool by $(SHELL).
TEST(TracedMake, AScriptIsRunWithItsArguments) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "traced";
  fs::remove_all(top);
  fs::create_directories(top);
  ASSERT_TRUE(WriteTracingShell((top / "shell").string(), (top / "log").string()));
  std::ofstream(top / "script") << "echo \"$2 $1\" >'" << (top / "said").string() << "'\n";
  const std::string shell = (top / "shell").string(), script = (top / "script").string();
  ASSERT_EQ(std::system((shell + " -ec '" + shell + " " + script + " one two'").c_str()), 0);
  std::string said;
  std::getline(std::ifstream(top / "said"), said);
  EXPECT_EQ(said, "two one");
}

// What a script starts is a test with its arguments; what a test starts belongs to it.
TEST(TracedMake, ProgramsThatScriptsStart) {
  const std::string log = (std::filesystem::path(testing::TempDir()) / "started").string();
  std::ofstream(log) << "+reweave|/p|./run_all.sh\n";
  RawCoverage run;
  run.commands = {{.process = 0, .pid = 10, .parent = 9, .directory = "/p/t", .words = {"./queue_test", "slow one", "1"}},
                  {.process = 1, .pid = 11, .parent = 10, .directory = "/p/t", .words = {"./queue_test", "child"}},
                  {.process = 2, .pid = 12, .parent = 9, .directory = "/p/t", .words = {"./queue_test", "two\nlines"}}};
  ASSERT_TRUE(AddStartedPrograms(run, log));
  const auto commands = ParseTrace(ReadFile(log, "").value_or(""));
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_THAT(commands[0].words, ElementsAre("./run_all.sh"));
  EXPECT_FALSE(commands[0].started);
  EXPECT_TRUE(commands[1].started);
  EXPECT_EQ(commands[1].directory, "/p/t");
  EXPECT_THAT(commands[1].words, ElementsAre("./queue_test", "slow one", "1"));
}

TEST(TracedMake, NamesOfTemporaryFilesDifferInEachRun) {
  const std::vector<std::string> directories = {"/tmp/project/build", "/home/project"};
  EXPECT_EQ(StableWord("/tmp/tmp.vKLFhByACE", directories), StableWord("/tmp/tmp.0pYqL3nZiM", directories));
  EXPECT_EQ(StableWord("--out=/tmp/tmp.vKLFhByACE/log.txt", directories), "--out=/tmp/*/log.txt");
  EXPECT_EQ(StableWord("/tmp/a:/tmp/b", directories), "/tmp/*:/tmp/*");
  EXPECT_EQ(StableWord("/tmp/project/build/t/data.bin", directories), "t/data.bin");
  EXPECT_EQ(StableWord("/home/project/t/data.bin", directories), "t/data.bin");
  EXPECT_EQ(StableWord("tmp/data", directories), "tmp/data");
}

TEST(TracedMake, WordsOfAShell) {
  EXPECT_THAT(ShellWords("a 'b c' \"d\\\"e\" f\\ g ''"), ElementsAre("a", "b c", "d\"e", "f g", ""));
  EXPECT_THAT(ShellWords(""), ElementsAre());
}

TEST(TracedMake, CommandsOnceWithTheirDirectory) {
  const auto commands = ParseTrace("noise\n+reweave|/p|eval './a_test -v'\n+reweave|/p|./a_test -v\n"
                                   "++reweave|/p/sub|env X=1 ./b_test 'x y'\n+reweave|/p|./a_test -v\n+reweave|broken\n");
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].directory, "/p");
  EXPECT_THAT(commands[0].words, ElementsAre("./a_test", "-v"));
  EXPECT_EQ(commands[1].directory, "/p/sub");
  EXPECT_THAT(commands[1].words, ElementsAre("env", "X=1", "./b_test", "x y"));
}

// The driver refuses sanitizers; a project that always asks for them is built without.
TEST(BuildSystem, SanitizersAreLeftOutOnceTheyWereRefused) {
  const std::string build = testing::TempDir() + "/sanitizers";
  std::filesystem::create_directories(build);
  Config config;
  config.build.system = "cmake";
  BuildInput input{.source = build, .build = build, .drivers = "/bin"};
  const std::pair<std::string, std::string> without("REWEAVE_WITHOUT_SANITIZERS", "1");
  auto steps = BuildSteps(config, input);
  ASSERT_TRUE(steps);
  for (const BuildStep& step : *steps) EXPECT_THAT(step.environment, testing::Not(testing::Contains(without)));
  input.refused.emplace_back(kSanitizers);
  steps = BuildSteps(config, input);
  ASSERT_TRUE(steps);
  for (const BuildStep& step : *steps) EXPECT_THAT(step.environment, testing::Contains(without));
  std::ofstream(build + "/log") << "FAILED: a.o\nreweave: -fsanitize=address,undefined is not supported: a sanitizer's runtime "
                                   "takes the same functions over; build a separate tree\n";
  EXPECT_TRUE(WantsSanitizer(build + "/log"));
  std::ofstream(build + "/log") << "a.c:1: error: -fsanitize=address\n";
  EXPECT_FALSE(WantsSanitizer(build + "/log"));
}

TEST(BuildSystem, AConfigureScriptOfTheProjectsOwnIsRunInItsSources) {
  const std::string source = testing::TempDir() + "/own-configure";
  std::filesystem::remove_all(source);
  std::filesystem::create_directories(source);
  std::ofstream(source + "/configure") << "#!/bin/sh\ncp Makefile.in Makefile\n";
  const BuildInput input{.source = source, .build = source + "-build", .drivers = "/bin"};
  auto steps = BuildSteps(Config(), input);
  ASSERT_TRUE(steps) << steps.error().ToString();
  EXPECT_EQ(steps->front().what, "configuring");
  EXPECT_EQ(steps->front().directory, source);
  std::ofstream(source + "/Makefile") << "all:\n";
  steps = BuildSteps(Config(), input);
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->front().what, "building");
}

TEST(WhatHelps, NamesWhatIsMissing) {
  Version version;
  EXPECT_EQ(WhatHelps(version, "error: x\n", "other"), "other");
  EXPECT_THAT(WhatHelps(version, "    error: downloading 'https://h/m.zip' failed\n", "other"),
              testing::HasSubstr("https://h/m.zip,"));
  version.missing_submodules = {"third_party/gtest"};
  EXPECT_THAT(WhatHelps(version, "", "other"), testing::HasSubstr("third_party/gtest not checked out: git submodule update"));
}

TEST(WhatHelps, NamesSourcesOfTestsThatNoTargetBuilds) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "unbuilt";
  fs::remove_all(top);
  fs::create_directories(top / "tests/unit");
  fs::create_directories(top / "third_party/x");
  EXPECT_EQ(SourcesOfTests(top.string()), "");
  for (const char* file : {"tests/unit/unittests.cpp", "tests/unit/helper.cpp", "third_party/x/a_test.c", "latest.txt"})
    std::ofstream(top / file) << "\n";
  EXPECT_EQ(SourcesOfTests(top.string()), "tests/unit/unittests.cpp");
  EXPECT_EQ(BuildFilesOfTests(top.string(), "other"), "other");
  std::ofstream(top / "tests/unit/makefile") << "all:\n";
  EXPECT_THAT(BuildFilesOfTests(top.string(), "other"), testing::HasSubstr("[build] directory = \"tests/unit\""));
}

// A library of one file and its tests, which somebody compiles by hand.
TEST(PlainSources, TestsAreCompiledOneByOne) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "plain";
  fs::remove_all(top);
  for (const char* directory : {"tests", "examples", "build"}) fs::create_directories(top / directory);
  std::ofstream(top / "pool.h") << "int Seven(void);\n";
  std::ofstream(top / "pool.c") << "#include \"pool.h\"\nint Seven(void) { return 7; }\n";
  std::ofstream(top / "tests/wait.c")
      << "#include \"pool.h\"\nint Eight(void);\nint main(void) { return Seven() + Eight() - 15; }\n";
  std::ofstream(top / "tests/common.c") << "int Eight(void) { return 8; }\n";
  std::ofstream(top / "examples/demo.c") << "int main(void) { return 1; }\n";
  const PlainSources sources = LookAtPlainSources(top.string());
  EXPECT_THAT(sources.tests, ElementsAre("tests/wait.c"));
  EXPECT_THAT(sources.library, ElementsAre("pool.c", "tests/common.c"));
  EXPECT_THAT(sources.includes, ElementsAre("."));
  const std::string starter = StarterConfig(LookAtProject(top.string()));
  const auto config = ParseConfig(starter, "reweave.toml");
  ASSERT_TRUE(config) << config.error().ToString() << starter;
  const std::string run = "cd '" + (top / "build").string() + "' && SOURCE='" + top.string() + "' CC=cc CXX=c++ sh -e -c '" +
                          config->build.build + "' && tests/wait";
  EXPECT_EQ(std::system(run.c_str()), 0) << config->build.build;
}

}  // namespace
}  // namespace reweave::inline check
