#include "check/workspace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;

class WorkspaceTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/workspace-XXXXXX";
    top_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(top_); }
  std::string top_;
};

TEST_F(WorkspaceTest, IsMadeOnceAndKnownAgain) {
  ASSERT_TRUE(PrepareWorkspace(top_));
  EXPECT_TRUE(fs::exists(top_ + "/.reweave/made-by-reweave"));
  ASSERT_TRUE(WriteFile(top_ + "/.reweave/notes.txt", "mine", ""));  // beside our own things: it stays
  EXPECT_TRUE(PrepareWorkspace(top_));
}

TEST_F(WorkspaceTest, OneOfAnEarlierVersionIsTaken) {
  fs::create_directories(top_ + "/.reweave/results");
  ASSERT_TRUE(WriteFile(top_ + "/.reweave/history.db", "", ""));
  EXPECT_TRUE(PrepareWorkspace(top_));
}

TEST_F(WorkspaceTest, LinksAreRefused) {
  fs::create_directories(top_ + "/elsewhere");
  fs::create_symlink(top_ + "/elsewhere", top_ + "/.reweave");
  auto refused = PrepareWorkspace(top_);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().why(), testing::HasSubstr("symbolic link"));
  fs::remove(top_ + "/.reweave");
  ASSERT_TRUE(PrepareWorkspace(top_));
  for (const char* part : {"worktrees", "builds", "checks", "results", "corpus"}) {
    fs::create_symlink(top_ + "/elsewhere", top_ + "/.reweave/" + part);
    EXPECT_FALSE(PrepareWorkspace(top_)) << part;
    fs::remove(top_ + "/.reweave/" + part);
  }
}

TEST_F(WorkspaceTest, WhatIsNotOursIsNotTaken) {
  fs::create_directories(top_ + "/.reweave/photos");
  const auto refused = PrepareWorkspace(top_);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().why(), testing::HasSubstr("photos"));
}

TEST(WorkspaceNames, OnlyThoseThatWeGive) {
  EXPECT_TRUE(IsVersionName("working-tree"));
  EXPECT_TRUE(IsVersionName("0123456789abcdef"));
  for (const char* name : {"", "..", "photos", "0123456789abcdeg", "0123456789abcdef0"})
    EXPECT_FALSE(IsVersionName(name)) << name;
  EXPECT_TRUE(IsVerdictName("0123456789abcdef0123456789abcdef"));
  EXPECT_FALSE(IsVerdictName("0123456789abcdef0123456789abcdef.bak"));
}

TEST_F(WorkspaceTest, OldSchedulesGoWhenThereAreTooMany) {
  const std::string& top = top_;
  fs::create_directories(top + "/.reweave/results/base");
  const auto write = [&](const std::string& name, int age) {
    const std::string path = top + "/.reweave/results/" + name;
    EXPECT_TRUE(WriteFile(path, std::string(100, 'x'), "cannot write"));
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(age));
    return path;
  };
  const std::string mine = write("mine.rws", 9), oldest = write("oldest.rws", 8), newest = write("newest.rws", 1),
                    other = write("notes.txt", 7), base = write("base/b.rws", 0);
  CollectResults(top, {mine}, 250);
  EXPECT_TRUE(fs::exists(mine) && fs::exists(newest) && fs::exists(other));
  EXPECT_FALSE(fs::exists(oldest));
  EXPECT_FALSE(fs::exists(base));
}

}  // namespace
}  // namespace reweave::inline check
