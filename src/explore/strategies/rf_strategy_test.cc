#include "explore/strategies/rf_strategy.h"

#include <gtest/gtest.h>

#include "abi/hold_objects.h"
#include "explore/search/testing/drive.h"

namespace reweave::inline strategies {
namespace {

// A prefix that comes through these sites; the last one is what it ends with.
Branch Through(std::vector<std::uint32_t> sites) {
  auto steps = std::make_shared<Steps>();
  for (const std::uint32_t site : sites) steps->push_back({.site = site, .tid = 1});
  return {.steps = steps, .at = static_cast<std::uint32_t>(sites.size()) - 1, .tid = 1};
}

abi::Hold Hold(std::uint32_t first, std::uint32_t then) {
  return {.first_site = first, .first_caller = 0, .then_site = then, .then_caller = 0};
}

TEST(Rf, APrefixThatPassesAPlaceLeavesNothingToHoldBackThere) {
  EXPECT_TRUE(LeavesRoomFor({}, {Hold(1, 2)}));
  EXPECT_TRUE(LeavesRoomFor(Through({1, 3, 4}), {Hold(1, 2)}));
  EXPECT_FALSE(LeavesRoomFor(Through({3, 2, 4}), {Hold(1, 2)}));
  EXPECT_FALSE(LeavesRoomFor(Through({3, 4, 2}), {Hold(1, 2)})) << "the step it ends with is one of it";
  EXPECT_FALSE(LeavesRoomFor(Through({3, 4, 2}), {Hold(1, 5), Hold(6, 2)})) << "each of several holds";
}

TEST(Rf, APlaceThatIsNoLongerHeldMayBePassed) {
  EXPECT_TRUE(LeavesRoomFor(Through({1, 2}), {Hold(1, 2)}));
  EXPECT_FALSE(LeavesRoomFor(Through({2, 1}), {Hold(1, 2)}));
  EXPECT_TRUE(LeavesRoomFor(Through({7}), {Hold(1, 2), abi::ObjectsOfHold(16, 16, 7)})) << "what says which object is no place";
}

TEST(Rf, APlanWithHoldsGetsTheFirstPrefixThatLeavesThemRoom) {
  RfStrategy rf({});
  const Simulator program(
      {Straight({{SimOp::kLoad, 0}, {SimOp::kLoad, 1}}), Straight({{SimOp::kStore, 0, 1}, {SimOp::kStore, 1, 1}})});
  const Trace first = program.Run({});
  rf.Learn(first);
  RunView run;
  run.Build(first);
  Plan held;
  for (const Step& step : run.steps()) held.holds.push_back(Hold(~1u, step.site));
  held.holds.resize(std::min<std::size_t>(held.holds.size(), abi::kMostHolds));
  EXPECT_FALSE(rf.AddPrefix(held)) << "every prefix comes through one of the places";
  EXPECT_TRUE(held.segments.empty());
  Plan elsewhere;
  elsewhere.holds = {Hold(~1u, ~2u)};
  EXPECT_TRUE(rf.AddPrefix(elsewhere));
  EXPECT_FALSE(elsewhere.segments.empty());
  const auto next = rf.Next();
  ASSERT_TRUE(next);
  Plan again = *next;
  again.segments = elsewhere.segments, again.outcomes = elsewhere.outcomes;
  EXPECT_FALSE(again == *next) << "a target is used once";
}

}  // namespace
}  // namespace reweave::inline strategies
