#include "check/last_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"

namespace reweave::inline check {
namespace {

const std::string kTree(40, 'a'), kCommit(40, 'b');

TEST(LastCheck, IsReadAsItWasWritten) {
  const auto last = ParseLastCheck(LastCheckText({.tree = kTree, .commit = kCommit, .verdict = "2 new findings"}));
  ASSERT_TRUE(last);
  EXPECT_EQ(last->tree, kTree);
  EXPECT_EQ(last->commit, kCommit);
  EXPECT_EQ(last->verdict, "2 new findings");
}

TEST(LastCheck, AWorkingTreeHasNoCommit) {
  const auto last = ParseLastCheck(LastCheckText({.tree = kTree, .commit = "", .verdict = "incomplete"}));
  ASSERT_TRUE(last);
  EXPECT_EQ(last->commit, "");
}

TEST(LastCheck, DamageIsNoCheck) {
  EXPECT_FALSE(ParseLastCheck(""));
  EXPECT_FALSE(ParseLastCheck("tree " + kTree + "\n"));  // cut off
  EXPECT_FALSE(ParseLastCheck("tree --upload-pack=x\ncommit \nverdict nothing new\n"));
  EXPECT_FALSE(ParseLastCheck("tree " + kTree + "\ncommit HEAD\nverdict nothing new\n"));
}

TEST(LastCheck, NamesOfTestsAreKeptForShells) {
  std::string pattern = testing::TempDir() + "/last-XXXXXX";
  const std::string top = mkdtemp(pattern.data());
  std::filesystem::create_directories(top + "/.reweave");
  CheckResult result;
  result.head.tree = kTree;
  for (const char* name : {"queue.Push", "a name with blanks", "two\nlines"}) result.tests.emplace_back().name = name;
  ASSERT_TRUE(WriteLastCheck(top, result));
  EXPECT_EQ(ReadFile(top + "/.reweave/tests", "").value(), "queue.Push\na name with blanks\n");
  EXPECT_EQ(ReadLastCheck(top)->tree, kTree);
  std::filesystem::remove_all(top);
}

}  // namespace
}  // namespace reweave::inline check
