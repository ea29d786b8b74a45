#include "check/verdict_cache.h"

#include <gtest/gtest.h>

namespace reweave {
namespace {

CheckResult Example() {
  CheckResult result;
  result.top = "/p";
  result.base = {"main", "c0", "t0", "/s", "/b", true};
  result.change.diff = "+x\n";
  result.change.lines["a.cc"] = {1, 5};
  result.notes = {"n"};
  result.seconds = 1.5;
  CheckedTest& test = result.tests.emplace_back();
  test.name = "t";
  test.state = TestState::kExplored;
  test.reasons = {"r1", "r2"};
  test.curve = {{0.5, 10, 3, 1}};
  test.phases = {{"recontest", 2, 0.1, "failure"}};
  CheckedFinding& f = test.findings.emplace_back();
  f.finding.id = "0123456789ab";
  f.finding.preemptions = 2;
  FindingSite& site = f.finding.sites.emplace_back();
  site.position.file = "a.cc", site.position.line = 5, site.role = "write";
  f.finding.interleaving.threads = {"0", "0.1"};
  InterleavingStep& step = f.finding.interleaving.steps.emplace_back();
  step.thread = 1, step.what = "write x", step.locks = {"m"}, step.preempts = true;
  f.phase = "recontest";
  f.accepted = true;
  return result;
}

TEST(VerdictCache, WhatWasPutInComesOut) {
  const std::string bytes = EncodeCheck(Example());
  const auto back = DecodeCheck(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(EncodeCheck(*back), bytes);
  EXPECT_EQ(back->change.lines.at("a.cc").size(), 2u);
  const Finding& finding = back->tests.at(0).findings.at(0).finding;
  EXPECT_EQ(finding.preemptions, 2u);
  EXPECT_EQ(finding.interleaving.steps.at(0).locks.at(0), "m");
  EXPECT_EQ(back->tests[0].phases.at(0).stopped_by, "failure");
}

TEST(VerdictCache, DamageIsNoticed) {
  const std::string bytes = EncodeCheck(Example());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 1;
    EXPECT_FALSE(DecodeCheck(damaged)) << i;
    EXPECT_FALSE(DecodeCheck(std::string_view(bytes).substr(0, i))) << i;
  }
}

TEST(VerdictCache, AnotherKeyIsAnotherCheck) {
  const VerdictCache cache(testing::TempDir() + "/verdicts");
  CheckResult result = Example();
  result.tests[0].findings[0].finding.schedule_file = testing::TempDir();
  ASSERT_TRUE(cache.Put("a", result));
  EXPECT_FALSE(cache.Find("b"));
  ASSERT_TRUE(cache.Find("a"));
  EXPECT_TRUE(cache.Find("a")->repeated);
  result.tests[0].findings[0].finding.schedule_file = "/nowhere/at/all.rws";
  ASSERT_TRUE(cache.Put("a", result));
  EXPECT_FALSE(cache.Find("a")) << "its schedule is gone";
}

}  // namespace
}  // namespace reweave
