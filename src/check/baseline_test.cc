#include "check/baseline.h"

#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

CheckResult TwoFindings() {
  CheckResult result;
  result.tests.resize(1);
  result.tests[0].name = "t";
  for (const char* id : {"0123456789ab", "ba9876543210"}) {
    CheckedFinding f;
    f.finding.id = id;
    f.finding.kind = FindingKind::kRace;
    f.finding.message = "data race\non x";
    result.tests[0].findings.push_back(f);
  }
  return result;
}

TEST(Baseline, WhatIsWrittenIsAccepted) {
  CheckResult result = TwoFindings();
  EXPECT_EQ(result.CountFindings(true), 2u);
  const auto baseline = ParseBaseline(BaselineText(result), "b");
  ASSERT_TRUE(baseline);
  EXPECT_EQ(baseline->size(), 2u);
  Accept(result, *baseline);
  EXPECT_EQ(result.CountFindings(true), 0u);
  EXPECT_EQ(result.CountFindings(false), 2u);
}

TEST(Baseline, OnlyTheNamedOne) {
  CheckResult result = TwoFindings();
  const auto baseline = ParseBaseline("# known\n\n  ba9876543210 anything\r\n", "b");
  ASSERT_TRUE(baseline);
  Accept(result, *baseline);
  EXPECT_FALSE(result.tests[0].findings[0].accepted);
  EXPECT_TRUE(result.tests[0].findings[1].accepted);
}

TEST(Baseline, BadLinesAreNamed) {
  const auto baseline = ParseBaseline("0123456789ab\nrace in queue\n", "known.txt");
  ASSERT_FALSE(baseline);
  EXPECT_NE(baseline.error().ToString().find("known.txt, line 2"), std::string::npos);
}

}  // namespace
}  // namespace reweave::inline check
