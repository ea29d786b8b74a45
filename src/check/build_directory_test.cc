#include "check/build_directory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;

class BuildDirectory : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(top_), fs::create_directories(top_); }
  void TearDown() override { fs::remove_all(top_); }
  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((top_ / path).parent_path());
    std::ofstream(top_ / path) << text;
  }
  const fs::path top_ = fs::path(testing::TempDir()) / "build_directory";
};

TEST(FirstArguments, OfACommandInAnyLetters) {
  EXPECT_EQ(FirstArguments("add_subdirectory(src)\nADD_SUBDIRECTORY ( \"tests\" EXCLUDE_FROM_ALL)\n", "add_subdirectory"),
            (std::vector<std::string>{"src", "tests"}));
  EXPECT_TRUE(FirstArguments("my_add_subdirectory(src) # add_subdirectory", "add_subdirectory").empty());
  EXPECT_EQ(FirstArguments("include(", "include"), std::vector<std::string>{""});
  EXPECT_TRUE(FirstArguments("", "include").empty());
}

TEST(IsOthersDirectory, LibrariesInTheTreeAndHiddenOnes) {
  for (const char* name : {"third_party", "ThirdParty", "3rd-party", "vendor", "externals", "googletest", ".git", "catch2"})
    EXPECT_TRUE(IsOthersDirectory(name)) << name;
  for (const char* name : {"tests", "src", "vendors", "dependency", "external_api"})
    EXPECT_FALSE(IsOthersDirectory(name)) << name;
}

TEST_F(BuildDirectory, TheSystemsInTheOrderOfPreference) {
  EXPECT_EQ(DetectBuildSystem(top_.string()), "");
  Write("configure", "#!/bin/sh\n");
  EXPECT_EQ(DetectBuildSystem(top_.string()), "make") << "a script of the project's own";
  Write("makefile", ""), Write("configure.in", ""), Write("configure.ac", "");
  EXPECT_EQ(DetectBuildSystems(top_.string()), (std::vector<std::string>{"autotools", "make"}));
  Write("meson.build", ""), Write("CMakeLists.txt", "");
  EXPECT_EQ(DetectBuildSystem(top_.string()), "cmake");
}

TEST_F(BuildDirectory, TestsOfTheirOwnProjectThatTheTopAddsAreBuiltFromTheTop) {
  Write("CMakeLists.txt", "project(a)\nadd_subdirectory(lib)\n");
  Write("lib/CMakeLists.txt", "include(sub)\n");
  Write("lib/sub/CMakeLists.txt", "project(t)\nenable_testing()\n");
  EXPECT_EQ(FindBuildDirectory(top_.string()), ".");
  Write("lib/CMakeLists.txt", "");
  EXPECT_EQ(FindBuildDirectory(top_.string()), "lib/sub") << "now nobody adds them";
}

// A library of headers that CMake only installs, and tests that somebody makes by hand.
TEST_F(BuildDirectory, MakefilesOfTestsCountWhereCMakeHasNoTests) {
  Write("CMakeLists.txt", "project(a)\nadd_library(a INTERFACE)\n");
  for (const char* place : {"tests/unit", "tests/stress", "bench", "vendor/x/test"})
    Write(std::string(place) + "/makefile", "all:\n");
  EXPECT_EQ(MakefilesOfTests(top_.string()), (std::vector<std::string>{"tests/stress", "tests/unit"}));
  Write("CMakeLists.txt", "project(a)\nadd_subdirectory(${x})\n");
  EXPECT_TRUE(MakefilesOfTests(top_.string()).empty()) << "what it adds is not known";
  Write("CMakeLists.txt", "project(a)\nenable_testing()\n");
  EXPECT_TRUE(MakefilesOfTests(top_.string()).empty());
}

TEST_F(BuildDirectory, EachMakefileIsMadeAndItsProgramsAreBelowTheBuild) {
  for (const char* place : {"tests/unit", "tests/stress"})
    Write(std::string(place) + "/Makefile", "all:\n\tprintf '\\043!/bin/sh\\n' > a_test; chmod +x a_test\n");
  fs::create_directories(top_ / "build");
  const std::string run = "cd '" + (top_ / "build").string() + "' && SOURCE='" + top_.string() +
                          "' JOBS=1 CC=cc CXX=c++ sh -e -c '" + MakeEach({"tests/gone", "tests/stress", "tests/unit"}) +
                          "' && tests/unit/a_test && tests/stress/a_test";
  EXPECT_EQ(std::system(run.c_str()), 0);
  EXPECT_FALSE(fs::exists(top_ / "build/tests/unit/Makefile"));
}

TEST_F(BuildDirectory, TestsOfABundledLibraryAreNotTheProjects) {
  Write("CMakeLists.txt", "project(a)\n");
  Write("third_party/fmt/CMakeLists.txt", "project(fmt)\nenable_testing()\n");
  EXPECT_EQ(FindBuildDirectory(top_.string()), ".");
}

TEST_F(BuildDirectory, FarBelowIsNotFound) {
  Write("a/b/c/d/CMakeLists.txt", "");
  EXPECT_EQ(FindBuildDirectory(top_.string()), "");
  Write("a/b/c/Makefile", "");
  EXPECT_EQ(FindBuildDirectory(top_.string()), "a/b/c");
}

}  // namespace
}  // namespace reweave::inline check
