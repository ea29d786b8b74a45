// Which two contents a check compares, in a repository of the test's own.
#include "check/versions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/subprocess.h"

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class VersionsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/versions-XXXXXX";
    top_ = mkdtemp(pattern.data());
    top_ = fs::canonical(top_).string();
    Git("init -q -b main");
    Write("a.cc", "one\n");
    Git("add a.cc && git commit -q -m first");
  }
  void TearDown() override { fs::remove_all(top_); }

  std::string Git(const std::string& words) {
    const auto run = RunCommand({.words = {"sh", "-c", "git " + words},
                                 .directory = top_,
                                 .environment = {"PATH=/usr/bin:/bin", "HOME=" + top_, "GIT_AUTHOR_NAME=a",
                                                 "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b"}},
                                {});
    EXPECT_TRUE(run && run->exited(0)) << words << ": " << (run ? run->output : run.error().ToString());
    return run ? run->output : "";
  }
  void Write(const std::string& name, const std::string& text) { ASSERT_TRUE(WriteFile(top_ + "/" + name, text, "")); }
  Repository Open() { return Repository::Open(top_).value(); }

  std::string top_;
};

TEST_F(VersionsTest, TheWorkingTreeHasUncommittedAndUntrackedFilesAndTheIndexIsNotTouched) {
  Write("a.cc", "two\n"), Write("new.cc", "new\n"), Write(".gitignore", "ignored\n"), Write("ignored", "x\n");
  const std::string before = Git("status --porcelain");
  const auto head = Open().Head(".");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->commit, "");
  EXPECT_EQ(Git("status --porcelain"), before);
  const std::string files = Git("ls-tree -r --name-only " + head->tree);
  EXPECT_EQ(files, ".gitignore\na.cc\nnew.cc\n");
  const auto diff = Open().Diff(*Open().Base("HEAD"), *head);
  ASSERT_TRUE(diff);
  EXPECT_THAT(*diff, HasSubstr("-one\n+two"));
}

TEST_F(VersionsTest, ACleanWorkingTreeIsItsCommit) {
  EXPECT_EQ(Open().Head(".")->tree, Open().Base("HEAD")->tree);
  EXPECT_TRUE(Open().Has(Open().Base("HEAD")->tree));
  EXPECT_FALSE(Open().Has(std::string(40, 'a')));
}

TEST_F(VersionsTest, TheBaseIsWhereTheBranchBegan) {
  const std::string first = Git("rev-parse HEAD");
  Git("checkout -q -b topic");
  Write("a.cc", "two\n");
  Git("commit -q -a -m second");
  const auto base = Open().Base("");
  ASSERT_TRUE(base);
  EXPECT_EQ(base->commit + "\n", first);
  EXPECT_EQ(base->label, "merge base with main");
  Git("checkout -q main");
  EXPECT_EQ(Open().Base("")->label, "the last commit");
}

TEST_F(VersionsTest, WhatIsWrongSaysWhatToDo) {
  const auto unknown = Open().Base("no-such-branch");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().ToString(), HasSubstr("no such revision 'no-such-branch'"));
  Git("checkout -q --orphan elsewhere && git branch -D main");
  Write("b.cc", "b\n");
  Git("add b.cc && git commit -q -m other");
  const auto none = Open().Base("");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().ToString(), HasSubstr("--base REVISION"));
  EXPECT_FALSE(Repository::Open("/"));
}

TEST_F(VersionsTest, WithoutGitItSaysSo) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  const auto without = Repository::Open(top_);
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().ToString(), HasSubstr("git is not installed"));
}

// As make does, the build leaves alone what is there. It was made by other commands, or by another Reweave.
TEST_F(VersionsTest, WhatAnotherConfigurationBuiltBesideTheSourcesIsNotUsed) {
  const Repository repository = Open();
  const auto build = [&](const std::string& word) {
    Config config;
    config.build.system = "commands";
    config.build.build = "cd $SOURCE; test -e built || echo " + word + " > built";
    config.text = config.build.build;
    Version head = *repository.Head(".");
    EXPECT_TRUE(repository.Build(head, config, {.drivers = top_, .say = nullptr}));
    return ReadFile(head.source + "/built", "").value_or("nothing");
  };
  EXPECT_EQ(build("one"), "one\n");
  EXPECT_EQ(build("one"), "one\n");
  EXPECT_EQ(build("two"), "two\n");
}

TEST_F(VersionsTest, APasswordInTheRemotesAddressIsNotShown) {
  Git("remote add origin https://name:secret@example.org/x.git");
  EXPECT_EQ(Open().RemoteAddress(), "example.org/x.git");
}

// A submodule is taken from the checkout at the commit that the version names, whatever is checked out now.
TEST_F(VersionsTest, SubmodulesAreExportedAtTheirCommits) {
  Git("init -q module && cd module && echo old > lib.h && git add lib.h && git commit -q -m old");
  Git("-c protocol.file.allow=always submodule --quiet add ./module sub && git commit -q -m sub");
  Config config;
  config.build.system = "commands", config.build.build = "true";
  Version base = *Open().Base("HEAD");
  Git("-C sub commit -q --allow-empty -m empty && echo new > sub/lib.h && git -C sub commit -q -a -m new && git commit -q -a -m "
      "new");
  {
    const auto built = Open().Build(base, config, {.drivers = top_, .say = nullptr});
    ASSERT_TRUE(built) << built.error().ToString();
  }
  EXPECT_EQ(ReadFile(base.source + "/sub/lib.h", "").value_or("nothing"), "old\n");
  EXPECT_TRUE(std::filesystem::exists(base.source + "/sub/.git")) << "some projects have no tests without it";
  EXPECT_TRUE(base.missing_submodules.empty());
  Version again = *Open().Base(base.commit);
  ASSERT_TRUE(Open().Build(again, config, {.drivers = top_, .say = nullptr}));
  EXPECT_TRUE(again.reused);
  Version head = *Open().Head(".");
  ASSERT_TRUE(Open().Build(head, config, {.drivers = top_, .say = nullptr}));
  EXPECT_EQ(ReadFile(head.source + "/sub/lib.h", "").value_or("nothing"), "new\n");
}

TEST_F(VersionsTest, ASubmoduleWithEditsIsRefusedAndOneThatIsNotThereIsNamed) {
  Git("init -q module && cd module && echo old > lib.h && git add lib.h && git commit -q -m old");
  Git("-c protocol.file.allow=always submodule --quiet add ./module 'my sub' && git commit -q -m sub");
  Write("my sub/lib.h", "edited\n");
  const auto refused = Open().Head(".");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().ToString(), HasSubstr("a submodule has changes that are not committed 'my sub'"));
  Git("submodule --quiet deinit --force 'my sub'");
  Config config;
  config.build.system = "commands", config.build.build = "true";
  Version head = *Open().Head(".");
  ASSERT_TRUE(Open().Build(head, config, {.drivers = top_, .say = nullptr}));
  EXPECT_EQ(head.missing_submodules, std::vector<std::string>{"my sub"});
}

// What is not checked out is taken from this machine if it has it, until it is checked out.
TEST_F(VersionsTest, ALibraryOfThisMachineTakesThePlaceOfASubmodule) {
  if (!std::filesystem::exists("/usr/src/googletest/CMakeLists.txt")) GTEST_SKIP() << "googletest's sources are not installed";
  Git("init -q module && cd module && echo own > README && git add README && git commit -q -m old");
  Git("-c protocol.file.allow=always submodule --quiet add ./module lib/gtest && git commit -q -m sub");
  Git("submodule --quiet deinit --force lib/gtest");
  Config config;
  config.build.system = "commands", config.build.build = "true";
  std::string said;
  const Repository::BuildOptions options{.drivers = top_, .say = nullptr, .warn = [&](const std::string& text) { said += text; }};
  Version head = *Open().Head(".");
  ASSERT_TRUE(Open().Build(head, config, options));
  EXPECT_THAT(said, HasSubstr("lib/gtest (/usr/src/googletest) is not checked out"));
  EXPECT_TRUE(head.missing_submodules.empty());
  EXPECT_TRUE(std::filesystem::exists(head.source + "/lib/gtest/CMakeLists.txt"));
  EXPECT_TRUE(std::filesystem::exists(head.source + "/lib/gtest/.git"));
  Git("-c protocol.file.allow=always submodule --quiet update --init");
  Version again = *Open().Head(".");
  ASSERT_TRUE(Open().Build(again, config, options));
  EXPECT_EQ(ReadFile(again.source + "/lib/gtest/README", "").value_or("nothing"), "own\n");
  EXPECT_FALSE(std::filesystem::exists(again.source + "/lib/gtest/CMakeLists.txt"));
}

}  // namespace
}  // namespace reweave::inline check
