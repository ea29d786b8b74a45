// A history that missed a block by chance: who may come there in another run, and who may not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "techniques/simrt/selector.h"

namespace reweave::inline simrt {
namespace {

// make: payload = 7 (block 0); ready = 1 (block 1). use: if (ready) (block 10) payload (block 11).
class ChancesTest : public testing::Test {
 protected:
  ChancesTest() {
    SharedAccess write, read;
    write.alias_class = read.alias_class = 1;
    write.write = true;
    write.impact = ImpactCase::kSync;
    write.blocks = {{"make", 0}};
    read.blocks = {{"use", 11}};
    read.chances = 1;
    accesses_ = {write, read};
    chances_.writers = {{}, {.any = {{"make", 1}}, .not_main = {}, .always = false}};
    chances_.sets = {{}, {{{"use", 10}, {"use", 11}, 1}}};
    for (const OldBlock& block : std::vector<OldBlock>{{"make", 0}, {"make", 1}, {"use", 10}, {"use", 11}}) numbers_.Add(block);
  }

  using Seen = std::vector<std::pair<OldBlock, std::uint32_t>>;  // block, thread
  bool Selected(const Seen& seen) const {
    TestCoverage test;
    for (const auto& [block, thread] : seen) test.entries.push_back({*numbers_.Find(block), MakeThreadId(0, thread)});
    test.Sort();
    return SelectTests(accesses_, ImpactedPairs(accesses_), numbers_, {test}, chances_).Has(0);
  }

  std::vector<SharedAccess> accesses_;
  ChanceTable chances_;
  BlockNumbers numbers_;
};

TEST_F(ChancesTest, ARunThatWentTheOtherWay) {
  EXPECT_TRUE(Selected({{{"make", 0}, 1}, {{"make", 1}, 1}, {{"use", 10}, 2}, {{"use", 11}, 2}}));
  EXPECT_TRUE(Selected({{{"make", 0}, 1}, {{"make", 1}, 1}, {{"use", 10}, 2}}));
}

TEST_F(ChancesTest, NobodyWritesWhatTheBranchReads) { EXPECT_FALSE(Selected({{{"make", 0}, 1}, {{"use", 10}, 2}})); }

TEST_F(ChancesTest, OnlyTheThreadItselfWritesIt) {
  EXPECT_FALSE(Selected({{{"make", 0}, 1}, {{"make", 1}, 2}, {{"use", 10}, 2}}));
}

TEST_F(ChancesTest, ItDoesNotComeToTheBranch) { EXPECT_FALSE(Selected({{{"make", 0}, 1}, {{"make", 1}, 1}})); }

TEST_F(ChancesTest, OneThreadIsNotTwo) { EXPECT_FALSE(Selected({{{"make", 0}, 1}, {{"make", 1}, 2}, {{"use", 10}, 1}})); }

// It came past the branch, and something else kept it from the access.
TEST_F(ChancesTest, NotIfItWentThisWay) {
  accesses_[1].blocks = {{"use", 12}};
  numbers_.Add({"use", 12});
  EXPECT_TRUE(Selected({{{"make", 0}, 1}, {{"make", 1}, 1}, {{"use", 10}, 2}}));
  EXPECT_FALSE(Selected({{{"make", 0}, 1}, {{"make", 1}, 1}, {{"use", 10}, 2}, {{"use", 11}, 2}}));
}

TEST_F(ChancesTest, WhatMainWritesWhileItIsAlone) {
  chances_.writers[1] = {.any = {}, .not_main = {{"make", 1}}, .always = false};
  EXPECT_FALSE(Selected({{{"make", 0}, 1}, {{"make", 1}, 0}, {{"use", 10}, 2}}));
  EXPECT_TRUE(Selected({{{"make", 0}, 1}, {{"make", 1}, 1}, {{"use", 10}, 2}}));
}

TEST_F(ChancesTest, ALockThatWasTried) {
  chances_.writers[1] = {.any = {}, .not_main = {}, .always = true};
  EXPECT_TRUE(Selected({{{"make", 0}, 1}, {{"use", 10}, 2}}));
}

}  // namespace
}  // namespace reweave::inline simrt
