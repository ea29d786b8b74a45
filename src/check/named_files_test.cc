#include "check/named_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

using testing::ElementsAre, testing::IsEmpty;

TEST(NamedFiles, OfADiffAreAllThatItSpeaksOf) {
  EXPECT_THAT(FilesOfDiff(""), IsEmpty());
  EXPECT_THAT(
      FilesOfDiff("diff --git a/data/words.txt b/data/words.txt\n--- a/data/words.txt\n+++ b/data/words.txt\n@@ -1 +1 @@\n"
                  "-diff --git a/x b/x\n+b\n"
                  "diff --git a/old.bin b/new one.bin\nBinary files differ\n"),
      ElementsAre("data/words.txt", "new one.bin"));
}

TEST(NamedFiles, WhatIsNoProgramNamesNothing) {
  NamedFiles files({"data/words.txt"}, {});
  EXPECT_EQ(files.In({"/etc/hostname", "/no/such/file"}), "");
}

}  // namespace
}  // namespace reweave::inline check
