#include "cluster/campaign.h"

#include <gtest/gtest.h>

#include <map>

namespace reweave::inline cluster {
namespace {

CampaignState Tests(int count) {
  CampaignState state;
  for (int i = 0; i < count; ++i) {
    CampaignTest test;
    test.name = "t" + std::to_string(i);
    state.tests.push_back(std::move(test));
  }
  return state;
}

// Slices of a second each; `patterns` says how many a test has after so many slices.
template <typename Patterns>
std::map<std::size_t, int> Drive(CampaignState& state, int slices, Patterns patterns) {
  std::map<std::size_t, int> out;
  for (int i = 0; i < slices; ++i) {
    const auto next = NextTest(state, {});
    if (!next) break;
    const int turn = ++out[*next];
    AccountSlice(state, *next, {.seconds = 1, .schedules = 100, .patterns = patterns(*next, turn)});
  }
  return out;
}

TEST(Campaign, EveryTestHasATurnBeforeAnyHasASecond) {
  CampaignState state = Tests(7);
  const auto turns = Drive(state, 7, [](std::size_t test, int) { return test == 3 ? 1000u : 1u; });
  EXPECT_EQ(turns.size(), 7u);
}

TEST(Campaign, TimeGoesToWhatStillShowsSomethingAndNothingIsForgotten) {
  CampaignState state = Tests(4);
  // One finds something new all the time, the others only at first.
  const auto turns = Drive(state, 200, [](std::size_t test, int turn) {
    return test == 2 ? static_cast<std::uint64_t>(turn) * 100 : std::uint64_t{20};
  });
  EXPECT_GT(turns.at(2), 150);
  for (const std::size_t test : {0u, 1u, 3u}) EXPECT_GE(turns.at(test), 2) << test;
}

TEST(Campaign, TestsThatShowTheSameHaveTheSameTime) {
  CampaignState state = Tests(3);
  const auto turns = Drive(state, 90, [](std::size_t, int turn) { return static_cast<std::uint64_t>(turn); });
  for (const auto& [test, count] : turns) EXPECT_NEAR(count, 30, 2) << test;
}

TEST(Campaign, WhatIsExhaustedOrCannotBeExploredGetsNoTurn) {
  CampaignState state = Tests(3);
  state.tests[0].note = "not built with the driver";
  AccountSlice(state, 1, {.seconds = 1, .schedules = 3, .patterns = 5, .findings = 0, .exhausted = true});
  EXPECT_EQ(NextTest(state, {}), 2u);
  EXPECT_EQ(NextTest(state, {0, 0, 1}), std::nullopt) << "it is in other hands";
  AccountSlice(state, 2, {.seconds = 1, .schedules = 1, .patterns = 0, .findings = 0, .exhausted = true});
  EXPECT_EQ(NextTest(state, {}), std::nullopt);
}

TEST(Campaign, IsRememberedFromOneNightToTheNext) {
  CampaignState state = Tests(3);
  state.name = "nightly";
  state.subject = "build";
  Drive(state, 20,
        [](std::size_t test, int turn) { return static_cast<std::uint64_t>(test) * static_cast<std::uint64_t>(turn); });
  const auto read = ReadCampaign(CampaignJson(state), "x");
  ASSERT_TRUE(read) << read.error().ToString();
  EXPECT_EQ(CampaignJson(*read), CampaignJson(state));
  EXPECT_EQ(NextTest(*read, {}), NextTest(state, {}));
  EXPECT_EQ(read->points.size(), 20u);
  EXPECT_FALSE(ReadCampaign("{}", "x"));
  EXPECT_FALSE(ReadCampaign(CampaignJson(state).substr(0, 100), "x"));
}

TEST(Campaign, TheHistoryStaysSmall) {
  CampaignState state = Tests(1);
  Drive(state, 9000, [](std::size_t, int turn) { return static_cast<std::uint64_t>(turn); });
  EXPECT_LE(state.points.size(), 2001u);
  EXPECT_EQ(state.points.back().patterns, 9000u);
  EXPECT_DOUBLE_EQ(state.points.back().seconds, 9000);
}

}  // namespace
}  // namespace reweave::inline cluster
