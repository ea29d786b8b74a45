#include "check/config.h"
#include "check/project_look.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "check/build_system.h"

namespace reweave::inline check {
namespace {

std::string ErrorOf(std::string_view text) {
  const auto config = ParseConfig(text, "reweave.toml");
  return config ? "" : config.error().ToString();
}

TEST(Config, AllKeys) {
  const auto config = ParseConfig(R"(
[build]
system = "cmake"
directory = "cpp"
preset = "ci"
options = ["-DX=1", "-DY=2"]
[tests]
exclude = ["^slow"]
programs = ["t/*"]
environment = { AS_ROOT = "1", MODE = "" }
[[tests.list]]
name = "one"
command = ["./one", "--fast"]
directory = "t"
[check]
base = "origin/dev"
budget = "90s"
fail-on = "any"
baseline = "known.txt"
suppressions = "sup.txt"
store = "postgresql://db/x"
seed = 7
[gen]
exclude = ["Clear*"]
invariant = "object.Size() <= 4"
[gen.values]
int = ["42", "43"]
key = "7"
[gen.factories]
Widget = ['MakeWidget(1)']
[[gen.class]]
header = "include/q.h"
name = "Queue<int>"
[cache]
builds = 3
)",
                                  "reweave.toml");
  ASSERT_TRUE(config) << config.error().ToString();
  EXPECT_EQ(config->build.system, "cmake");
  EXPECT_EQ(config->build.directory, "cpp");
  EXPECT_EQ(config->build.preset, "ci");
  EXPECT_EQ(config->build.options.size(), 2u);
  const std::vector<std::pair<std::string, std::string>> environment = {{"AS_ROOT", "1"}, {"MODE", ""}};
  EXPECT_EQ(config->tests.environment, environment);
  EXPECT_EQ(config->tests.exclude, std::vector<std::string>{"^slow"});
  ASSERT_EQ(config->tests.list.size(), 1u);
  EXPECT_EQ(config->tests.list[0].command[1], "--fast");
  EXPECT_EQ(config->check.budget, std::chrono::seconds(90));
  EXPECT_EQ(config->check.seed, 7u);
  EXPECT_EQ(config->cache.builds, 3u);
  EXPECT_EQ(config->gen.exclude, std::vector<std::string>{"Clear*"});
  EXPECT_EQ(config->gen.values.at("int").size(), 2u);
  EXPECT_EQ(config->gen.values.at("key"), std::vector<std::string>{"7"});
  EXPECT_EQ(config->gen.factories.at("Widget").size(), 1u);
  EXPECT_EQ(config->gen.classes.at(0).name, "Queue<int>");
}

TEST(Config, UnknownKeysHaveALineAndASuggestion) {
  const std::string error = ErrorOf("[check]\nbudget = \"5m\"\nfailon = \"new\"\n");
  EXPECT_NE(error.find("line 3"), std::string::npos) << error;
  EXPECT_NE(error.find("did you mean 'fail-on'"), std::string::npos) << error;
  EXPECT_NE(ErrorOf("[buidl]\n").find("did you mean 'build'"), std::string::npos);
  EXPECT_NE(ErrorOf("[check]\nzzzzzzzzzzzz = 1\n").find("known: base"), std::string::npos);
}

TEST(Config, WrongValuesHaveALine) {
  EXPECT_NE(ErrorOf("[check]\nbudget = 5\n").find("line 2"), std::string::npos);
  EXPECT_NE(ErrorOf("[build]\nsystem = \"bazel\"\n").find("one of cmake"), std::string::npos);
  EXPECT_NE(ErrorOf("[build]\noptions = \"-DX\"\n").find("array of strings"), std::string::npos);
  EXPECT_NE(ErrorOf("[cache]\nbuilds = 1\n").find("from 2 on"), std::string::npos);
  EXPECT_NE(ErrorOf("[build\n").find("line 1"), std::string::npos);
  EXPECT_NE(ErrorOf("[build]\nsystem = \"commands\"\n").find("build.build is missing"), std::string::npos);
  EXPECT_NE(ErrorOf("[tests]\nexclude = [\"(\"]\n").find("regular expression"), std::string::npos);
  EXPECT_NE(ErrorOf("[gen]\nvalues = 3\n").find("line 2"), std::string::npos);
  EXPECT_NE(ErrorOf("[[gen.class]]\nname = \"x\"\n").find("given a header and a name"), std::string::npos);
  EXPECT_NE(ErrorOf("[[tests.list]]\nname = \"x\"\n").find("given a name and a command"), std::string::npos);
}

TEST(Config, StartersCanBeRead) {
  namespace fs = std::filesystem;
  for (const char* file : {"", "CMakeLists.txt", "meson.build", "Makefile"}) {
    const fs::path top = fs::path(testing::TempDir()) / ("starter" + std::string(file));
    fs::create_directories(top);
    if (*file != 0) std::ofstream(top / file) << "\n";
    const auto config = ParseConfig(StarterConfig(LookAtProject(top.string())), "reweave.toml");
    EXPECT_TRUE(config) << file << config.error().ToString();
    if (config && *file != 0) EXPECT_EQ(config->build.system, DetectBuildSystem(top.string()));
  }
}

}  // namespace
}  // namespace reweave::inline check
