#include "check/change_text.h"

#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

using Lines = std::map<std::string, std::set<unsigned>>;

TEST(AddedLines, CountsTheNewSide) {
  EXPECT_EQ(AddedLines("diff --git a/a.cc b/a.cc\n--- a/a.cc\n+++ b/a.cc\n@@ -1,3 +1,4 @@ int f()\n one\n-two\n+2\n+2b\n three\n"
                       "@@ -10 +11,2 @@\n+new\n ten\n"),
            (Lines{{"a.cc", {2, 3, 11}}}));
}

TEST(AddedLines, LinesThatLookLikeHeaders) {
  EXPECT_EQ(AddedLines("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n z\n\\ No newline at end of file\n"),
            (Lines{{"a", {1}}}));
}

TEST(AddedLines, DeletedAndBinaryFilesHaveNone) {
  EXPECT_EQ(AddedLines("diff --git a/a b/a\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
                       "diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n"),
            Lines{});
}

}  // namespace
}  // namespace reweave::inline check
