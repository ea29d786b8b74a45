#include "check/last_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace reweave::inline check
