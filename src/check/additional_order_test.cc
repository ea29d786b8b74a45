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

}  // namespace
}  // namespace reweave::inline check
