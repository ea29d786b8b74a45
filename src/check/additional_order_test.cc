#include "check/additional_order.h"

#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

ChosenTest Chosen(const std::string& name, double weight, std::vector<std::uint32_t> targets) {
  ChosenTest out;
  out.now.name = name;
  out.weight = weight;
  out.targets = std::move(targets);
  return out;
}

std::string Order(std::vector<ChosenTest> tests, std::size_t targets) {
  for (std::size_t i = 0; i < tests.size(); ++i) tests[i].row = i;
  OrderByAddition(tests, targets);
  std::string out;
  for (const ChosenTest& test : tests) out += test.now.name + (test.adds ? "" : "-");
  return out;
}

TEST(AdditionalOrder, EachTimeTheTestThatAddsMost) {
  // a comes to most; b is heavier than c, but what it comes to is a's already.
  EXPECT_EQ(Order({Chosen("b", 9, {0, 1}), Chosen("a", 4, {0, 1, 2, 3}), Chosen("c", 1, {4})}, 5), "acb-");
}

TEST(AdditionalOrder, WhatATestAddsShrinksWithTheTestsBeforeIt) {
  EXPECT_EQ(Order({Chosen("a", 1, {0, 1, 2}), Chosen("b", 1, {1, 2}), Chosen("c", 1, {3, 4}), Chosen("d", 1, {2, 5})}, 6),
            "acdb-");
}

TEST(AdditionalOrder, EqualOnesByWeightThenAsTheyWere) {
  EXPECT_EQ(Order({Chosen("a", 1, {0}), Chosen("b", 2, {1}), Chosen("c", 1, {2})}, 3), "bac");
}

TEST(AdditionalOrder, TestsOfWhichNothingIsKnownAreNeverBeside) {
  EXPECT_EQ(Order({Chosen("a", 1, {}), Chosen("b", 1, {0}), Chosen("c", 1, {0}), Chosen("d", 2, {})}, 1), "bdac-");
  EXPECT_EQ(Order({}, 0), "");
}

// A suite that runs every case under ten environments has the second one of a case after the first one of all.
TEST(AdditionalOrder, OtherCommandLinesBeforeOtherEnvironments) {
  const auto test = [](const char* name, double weight, std::size_t variant) {
    ChosenTest out = Chosen(name, weight, {});
    out.variant = variant;
    return out;
  };
  EXPECT_EQ(Order({test("a", 2, 0), test("b", 2, 1), test("c", 2, 2), test("d", 1, 0), test("e", 1, 1)}, 0), "adbec");
}

TEST(AdditionalOrder, SeveralThreadsBeforeOneAndShortRunsBeforeLongOnes) {
  const auto test = [](const char* name, ChosenTest::Threads threads, double seconds, std::vector<std::uint32_t> targets) {
    ChosenTest out = Chosen(name, 1, std::move(targets));
    out.threads = threads, out.seconds = seconds;
    return out;
  };
  using enum ChosenTest::Threads;
  // a covers most and has one thread; b and c cover the same, c in a shorter run; d is the only one that comes to target 3.
  EXPECT_EQ(Order({test("a", kOne, 0.1, {0, 1, 2}), test("b", kSeveral, 9, {0, 1}), test("c", kSeveral, 0.2, {0, 1}),
                   test("d", kOne, 0.1, {3}), test("e", kUnknown, 0, {2})},
                  4),
            "cedb-a-");
}

}  // namespace
}  // namespace reweave::inline check
