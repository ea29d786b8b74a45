// The real engine: what tests of the stages put something else in place of.
#include "check/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace reweave::inline check {
namespace {

namespace fs = std::filesystem;

class EngineTest : public testing::Test {
 protected:
  EngineTest() {
    std::string pattern = (fs::temp_directory_path() / "reweave-engine-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  ~EngineTest() override { fs::remove_all(directory_); }

  // A simulated program; its first argument says what it does (explore/target/testing/fake_target.cc).
  TargetOptions Target(const char* what) const {
    TestSpec test;
    test.name = what;
    test.command = {FAKE_TARGET, what};
    auto options = engine_.target(test);
    EXPECT_TRUE(options) << options.error().ToString();
    options->run_timeout = std::chrono::milliseconds(300);
    return *options;
  }
  std::string FailingSchedule() const {
    ExploreOptions options;
    options.target = Target("lost");
    options.out_dir = (directory_ / ".reweave/results").string();
    const auto result = engine_.explore(options);
    EXPECT_TRUE(result && result->findings.size() == 1);
    return result ? result->findings[0].schedule_file : "";
  }

  const Engine engine_ = RealEngine();
  fs::path directory_;
};

TEST_F(EngineTest, AScheduleShowsItsFindingWhereTheFaultIs) {
  const std::string schedule = FailingSchedule();
  const auto again = engine_.replay(Target("lost"), schedule), fixed = engine_.replay(Target("pass"), schedule);
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_TRUE(*again);
  EXPECT_FALSE(fixed && *fixed) << "the program without the fault does not show it";
  EXPECT_FALSE(engine_.replay(Target("lost"), (directory_ / "none.rws").string())) << "nobody can say";
}

TEST_F(EngineTest, WhatAFollowedScheduleShowsHasAScheduleOfItsOwn) {
  const std::string schedule = FailingSchedule(), out = (directory_ / ".reweave/followed").string();
  const auto found = engine_.follow(Target("lost"), schedule, out);
  ASSERT_TRUE(found) << found.error().ToString();
  const auto failure = std::ranges::find(*found, FindingKind::kAssert, &Finding::kind);
  ASSERT_NE(failure, found->end());
  EXPECT_TRUE(failure->schedule_file.starts_with(fs::canonical(out).string())) << failure->schedule_file;
  const auto again = engine_.replay(Target("lost"), failure->schedule_file);
  EXPECT_TRUE(again && *again);
  const auto fixed = engine_.follow(Target("pass"), schedule, out);
  ASSERT_TRUE(fixed) << fixed.error().ToString();
  EXPECT_TRUE(std::ranges::none_of(*fixed, [](const Finding& f) { return f.kind == FindingKind::kAssert; }));
}

TEST_F(EngineTest, ATestRunsInItsDirectoryWithItsEnvironment) {
  TestSpec test;
  test.command = {FAKE_TARGET, "pass"};
  test.directory = directory_.string();
  test.environment.emplace_back("REWEAVE_ENGINE_TEST", "of the test");
  const auto options = TargetOf(test);
  ASSERT_TRUE(options) << options.error().ToString();
  EXPECT_EQ(options->program.directory, directory_.string());
  const auto& environment = options->program.environment;
  EXPECT_NE(std::ranges::find(environment, std::pair<std::string, std::string>("REWEAVE_ENGINE_TEST", "of the test")),
            environment.end());
  EXPECT_TRUE(std::ranges::none_of(environment, [](const auto& entry) { return entry.first == "PATH"; }))
      << "what is the same as ours is not repeated";
  test.command = {(directory_ / "none").string()};
  EXPECT_FALSE(TargetOf(test)) << "there is no such program";
}

}  // namespace
}  // namespace reweave::inline check
