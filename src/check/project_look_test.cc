#include "check/project_look.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "check/config.h"

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::Not;

// A directory with these files, its name made from the test's.
std::string ProjectWith(const std::map<std::string, std::string>& files) {
  const fs::path top = fs::path(testing::TempDir()) / "look" / testing::UnitTest::GetInstance()->current_test_info()->name();
  fs::remove_all(top);
  for (const auto& [name, text] : files) {
    fs::create_directories((top / name).parent_path());
    std::ofstream(top / name) << text;
  }
  return top.string();
}

const char* const kThreaded = "#include <thread>\n";

TEST(ProjectLook, CMakeWithCTestAndGoogleTest) {
  const ProjectLook look = LookAtProject(ProjectWith(
      {{"CMakeLists.txt", "project(p)\noption(P_BUILD_TESTS \"tests\" OFF)\nenable_testing()\nadd_subdirectory(test)\n"},
       {"CMakePresets.json", R"({"configurePresets": [{"name": "base", "hidden": true}, {"name": "dev"}]})"},
       {"test/CMakeLists.txt", "gtest_discover_tests(queue_test)\n"},
       {"test/queue_test.cc", "#include <gtest/gtest.h>\n#include <thread>\n"},
       {"src/queue.h", kThreaded},
       {"build/CMakeCache.txt", ""},
       {"build/made_test.cc", kThreaded}}));
  EXPECT_EQ(look.system, "cmake");
  EXPECT_THAT(look.presets, ElementsAre("dev"));
  EXPECT_THAT(look.switches, ElementsAre("P_BUILD_TESTS"));
  EXPECT_TRUE(look.listed_tests);
  EXPECT_THAT(look.frameworks, ElementsAre("GoogleTest"));
  EXPECT_EQ(look.sources, 2u) << "what was built does not count";
  EXPECT_EQ(look.threaded, 2u);
  EXPECT_THAT(Describe(look), HasSubstr("tests are off by default: -DP_BUILD_TESTS=ON\n"));
  EXPECT_THAT(StarterConfig(look), HasSubstr("options = [\"-DP_BUILD_TESTS=ON\"]"));
  EXPECT_EQ(PackagesToBuild(look), "cmake libgmock-dev libgtest-dev ninja-build");
}

TEST(ProjectLook, CMakeWithoutCTest) {
  const ProjectLook look =
      LookAtProject(ProjectWith({{"CMakeLists.txt", "add_executable(a_test a.cc)\n"}, {"a.cc", "int main() {}\n"}}));
  EXPECT_FALSE(look.listed_tests);
  EXPECT_THAT(StarterConfig(look), HasSubstr("programs = [\"*test*\"]"));
  EXPECT_THAT(Describe(look), HasSubstr("none of 1 source file creates threads"));
}

TEST(ProjectLook, MakeWithAndWithoutARuleForTests) {
  const ProjectLook with =
      LookAtProject(ProjectWith({{"Makefile", "all: a\ntest: a_test\n\t./a_test\n"}, {"a.c", "#include <pthread.h>\n"}}));
  EXPECT_EQ(with.system, "make");
  EXPECT_EQ(with.test_target, "test");
  EXPECT_THAT(Describe(with), HasSubstr("the programs that `make test` runs"));
  const ProjectLook without = LookAtProject(ProjectWith({{"Makefile", "all: a\ntests_dir = x\n"}}));
  EXPECT_EQ(without.test_target, "");
  EXPECT_THAT(StarterConfig(without), HasSubstr("There is no rule `check` or `test`"));
  EXPECT_EQ(PackagesToBuild(without), "make");
}

TEST(ProjectLook, MesonAndAutotools) {
  const ProjectLook meson = LookAtProject(ProjectWith({{"meson.build", "e = executable('t', 't.cc')\ntest('t', e)\n"}}));
  EXPECT_EQ(meson.system, "meson");
  EXPECT_TRUE(meson.listed_tests);
  const ProjectLook autotools =
      LookAtProject(ProjectWith({{"configure.ac", "AC_INIT\n"}, {"tests/Makefile.am", "check_PROGRAMS = t\n"}}));
  EXPECT_EQ(autotools.system, "autotools");
  EXPECT_TRUE(autotools.listed_tests);
  EXPECT_THAT(Describe(autotools), HasSubstr("`make check`"));
}

TEST(ProjectLook, NothingToBuildWith) {
  const ProjectLook look = LookAtProject(ProjectWith({{"a.cc", "#include \"doctest.h\"\n#include <pthread.h>\n"}}));
  EXPECT_EQ(look.system, "");
  EXPECT_THAT(look.frameworks, ElementsAre("doctest"));
  EXPECT_THAT(Describe(look), HasSubstr("no build system found"));
  EXPECT_THAT(StarterConfig(look), HasSubstr("system = \"commands\""));
}

TEST(ProjectLook, DamagedPresetsAreNone) {
  for (const char* text : {"", "[", "{\"configurePresets\": 3}", "{\"configurePresets\": [1, {\"name\": 2}]}"})
    EXPECT_THAT(LookAtProject(ProjectWith({{"CMakeLists.txt", ""}, {"CMakePresets.json", text}})).presets, IsEmpty());
}

TEST(ProjectLook, EveryStarterCanBeRead) {
  for (const char* file : {"a.cc", "CMakeLists.txt", "meson.build", "configure.ac", "Makefile"}) {
    const auto config = ParseConfig(StarterConfig(LookAtProject(ProjectWith({{file, ""}}))), "reweave.toml");
    EXPECT_TRUE(config) << file << config.error().ToString();
  }
}

}  // namespace
}  // namespace reweave::inline check
