#include "check/compiler_names.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/subprocess.h"

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;

// Its drivers are scripts that say their name and what they were given.
class CompilerNames : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/compiler names-XXXXXX";  // a path that a shell would split
    top_ = mkdtemp(pattern.data());
    drivers_ = top_ + "/drivers";
    fs::create_directories(drivers_);
    for (const char* name : {"reweave-cc", "reweave-c++"}) {
      const std::string path = drivers_ + "/" + name;
      ASSERT_TRUE(WriteFile(path, "#!/bin/sh\necho \"" + std::string(name) + ":$#:$2\"\n", ""));
      fs::permissions(path, fs::perms::owner_all);
    }
  }
  void TearDown() override { fs::remove_all(top_); }

  std::string Run(const std::string& path, const std::string& line) {
    const auto run = RunCommand({.words = {"/bin/sh", "-c", line}, .directory = top_, .environment = {"PATH=" + path}}, {});
    return run ? run->output : run.error().ToString();
  }

  std::string top_, drivers_;
};

TEST_F(CompilerNames, LeadToTheDriverOfTheirLanguage) {
  const auto path = PathWithDrivers(top_ + "/build", drivers_);
  ASSERT_TRUE(path) << path.error().ToString();
  for (const char* name : {"cc", "gcc", "clang"})
    EXPECT_EQ(Run(*path, std::string(name) + " -c 'a b.c'"), "reweave-cc:2:a b.c\n");
  for (const char* name : {"c++", "g++", "clang++"})
    EXPECT_EQ(Run(*path, std::string(name) + " -c 'a b.cc'"), "reweave-c++:2:a b.cc\n");
}

TEST_F(CompilerNames, OtherProgramsStayWhereTheyAre) {
  const auto path = PathWithDrivers(top_ + "/build", drivers_);
  ASSERT_TRUE(path);
  EXPECT_TRUE(path->ends_with(":" + std::string(getenv("PATH"))));
  EXPECT_FALSE(fs::exists(path->substr(0, path->find(':')) + "/clang-19")) << "the drivers call it";
}

TEST_F(CompilerNames, ADirectoryThatCannotBeMadeIsNamed) {
  ASSERT_TRUE(WriteFile(top_ + "/build", "a file", ""));
  const auto path = PathWithDrivers(top_ + "/build", drivers_);
  ASSERT_FALSE(path);
  EXPECT_NE(path.error().ToString().find(top_ + "/build/reweave-compilers"), std::string::npos) << path.error().ToString();
}

}  // namespace
}  // namespace reweave::inline check
