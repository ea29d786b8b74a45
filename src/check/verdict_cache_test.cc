#include "check/verdict_cache.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "report/check_json.h"
#include "report/check_verdict.h"

namespace reweave::inline check {
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
  test.schedules = 500;
  test.reasons = {"r1", "r2"};
  test.curve = {{0.5, 10, 3, 1}};
  test.phases = {{"recontest", 2, 0.1, "failure"}};
  CheckedFinding& f = test.findings.emplace_back();
  f.finding.id = "0123456789ab";
  f.finding.preemptions = 2;
  FindingSite& site = f.finding.sites.emplace_back();
  site.position.file = "a.cc", site.position.line = 5, site.role = "write";
  f.finding.interleaving.threads = {"0", "0.1"};
  f.finding.interleaving.names = {"", "worker"};
  InterleavingStep& step = f.finding.interleaving.steps.emplace_back();
  step.thread = 1, step.file = "a.cc", step.line = 5, step.place = "a.cc:5", step.kind = "write", step.what = "write x",
  step.locks = {"m"}, step.preempts = true;
  f.phase = "recontest";
  f.accepted = true;
  return result;
}

// A cache of its own with this result in it, whose schedule is there.
class VerdictCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = testing::TempDir() + "/verdicts-" + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
    result_ = Example();
    result_.tests[0].findings[0].finding.schedule_file = directory_;
  }
  std::string File() const {
    for (const auto& entry : std::filesystem::directory_iterator(directory_ + "/.reweave/checks")) return entry.path().string();
    return {};
  }
  std::string directory_;
  CheckResult result_;
};

TEST_F(VerdictCacheTest, WhatWasPutInComesOut) {
  const VerdictCache cache(directory_);
  ASSERT_TRUE(cache.Put("a", result_));
  auto back = cache.Find("a");
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->repeated);
  back->repeated = false;
  EXPECT_EQ(CheckJson(*back, ""), CheckJson(result_, ""));
}

TEST_F(VerdictCacheTest, DamageIsNoticed) {
  const VerdictCache cache(directory_);
  ASSERT_TRUE(cache.Put("a", result_));
  const std::string bytes = *ReadFile(File(), "");
  for (std::size_t i = 0; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] ^= 1;
    ASSERT_TRUE(WriteFile(File(), damaged, ""));
    EXPECT_FALSE(cache.Find("a")) << i;
    ASSERT_TRUE(WriteFile(File(), bytes.substr(0, i), ""));
    EXPECT_FALSE(cache.Find("a")) << i;
  }
}

TEST_F(VerdictCacheTest, AnIncompleteVerdictIsNotShownAgain) {
  const VerdictCache cache(directory_);
  result_.tests[0].schedules = 3;
  ASSERT_EQ(VerdictOf(result_), CheckVerdict::kIncomplete);
  ASSERT_TRUE(cache.Put("a", result_));
  EXPECT_FALSE(cache.Find("a"));
}

TEST_F(VerdictCacheTest, AnotherKeyIsAnotherCheck) {
  const VerdictCache cache(directory_);
  CheckResult result = result_;
  ASSERT_TRUE(cache.Put("a", result));
  EXPECT_FALSE(cache.Find("b"));
  ASSERT_TRUE(cache.Find("a"));
  EXPECT_TRUE(cache.Find("a")->repeated);
  result.tests[0].findings[0].finding.schedule_file = "/nowhere/at/all.rws";
  ASSERT_TRUE(cache.Put("a", result));
  EXPECT_FALSE(cache.Find("a")) << "its schedule is gone";
}

}  // namespace
}  // namespace reweave::inline check
