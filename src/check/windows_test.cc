#include "check/windows.h"

#include <gtest/gtest.h>

#include "abi/extras.h"

namespace reweave::inline check {
namespace {

std::vector<std::uint64_t> Starts(const RunShape& shape) {
  std::vector<std::uint64_t> out;
  for (const Window& window : ChooseWindows(shape)) out.push_back(window.start_at);
  return out;
}

TEST(Windows, AShortRunIsExploredAsAWhole) {
  EXPECT_TRUE(ChooseWindows({.steps = kLongRun, .ended = true, .gatherings = 3, .at_change = {5}}).empty());
}

TEST(Windows, WhereThreadsMeetAtTheChangeIsBest) {
  const auto windows = ChooseWindows({.steps = 1'000'000, .ended = true, .gatherings = 100, .at_change = {5}});
  ASSERT_EQ(windows.size(), 8u);
  EXPECT_EQ(windows[0], Window{.gather = 1});
  EXPECT_EQ(windows[1], Window{.gather = 100});
  EXPECT_EQ(ChooseWindows({.steps = 1'000'000, .ended = true, .gatherings = 1, .at_change = {}}).size(), 1u);
}

TEST(Windows, ElseTheFirstIsJustBeforeTheChangeIsReached) {
  EXPECT_EQ(Starts({.steps = 1'000'000, .ended = true, .at_change = {500'000, 700'000, 900'000}}),
            (std::vector<std::uint64_t>{500'000 - kWindowLead, 900'000 - kWindowLead, 700'000 - kWindowLead}));
}

TEST(Windows, PlacesNearEachOtherAreOneWindow) {
  EXPECT_EQ(Starts({.steps = 1'000'000, .ended = true, .at_change = {5, 50, 90}}), std::vector<std::uint64_t>{1});
}

TEST(Windows, SpreadOverTheRunIfItIsNotKnownWhereTheChangeIs) {
  const auto starts = Starts({.steps = 80'000, .ended = true, .at_change = {}});
  ASSERT_EQ(starts.size(), 8u);
  EXPECT_EQ(starts[0], 1u);
  EXPECT_EQ(starts[1], 70'000 - kWindowLead);
}

TEST(Windows, ARunThatDoesNotEndIsLong) {
  EXPECT_EQ(Starts({.steps = 900, .ended = false, .at_change = {700}}), std::vector<std::uint64_t>{600});
}

TEST(Windows, MarksThatAreThereStay) {
  TargetOptions options;
  options.call_marks = {abi::kMarkCounts, 0};
  ApplyWindow({.gather = 2}, {abi::kMarkGathers, 0, abi::kMarkGathers}, options);
  EXPECT_EQ(options.call_marks, (std::string{abi::kMarkCounts | abi::kMarkGathers, 0, abi::kMarkGathers}));
  EXPECT_EQ(options.gather, 2u);
}

}  // namespace
}  // namespace reweave::inline check
