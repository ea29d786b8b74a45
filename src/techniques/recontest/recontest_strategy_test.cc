#include "techniques/recontest/recontest_strategy.h"

#include <gtest/gtest.h>

#include "techniques/recontest/deadline.h"
#include "techniques/recontest/testing.h"

namespace reweave::recontest {
namespace {

using recontest::Script;

// One counter, no longer locked in the first thread: P7 both ways and three races.
void Build(Script& run, bool is_new) {
  run.Create(0, 1, "t1").Create(0, 2, "t2").Begin(1).Begin(2);
  if (!is_new) run.Lock(1, "m");
  run.Read(1, "r1", "x").Write(1, "w1", "x");
  if (!is_new) run.Unlock(1, "m");
  run.Lock(2, "m").Read(2, "r2", "x").Write(2, "w2", "x").Unlock(2, "m").End(1).End(2).Finish();
}

class RecontestStrategyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Build(before_, false);
    Build(after_, true);
    analysis_ = std::make_shared<recontest::Analysis>();
    analysis_->old_trace = std::make_shared<const Trace>(before_.trace());
    analysis_->new_trace = std::make_shared<const Trace>(after_.trace());
    recontest::TraceSource old_source(before_.trace()), new_source(after_.trace());
    recontest::Collect({old_source, before_}, {new_source, after_}, {}, analysis_->runs);
    analysis_->impact = *recontest::FindImpact(analysis_->runs, {});
    ASSERT_TRUE(recontest::AnalyseInterleavings(*analysis_).has_value());
  }

  // The recorded events, those of thread 2 (but its first) between r1 and w1: P7.
  Trace Interleaved(abi::EndKind end = abi::EndKind::kPass) const {
    Trace trace = after_.trace();
    trace.events.clear();
    const auto place = [this](const abi::Event& event) {
      using enum abi::EventKind;
      if (event.kind == kRunEnd) return 4;
      if (event.kind == kEnd) return 3;
      if (Named(event, "w1")) return 2;
      return event.tid == 2 && event.kind != kBegin ? 1 : 0;
    };
    for (int part = 0; part <= 4; ++part)
      for (const abi::Event& event : after_.trace().events)
        if (place(event) == part) trace.events.push_back(event);
    trace.events.back().outcome = static_cast<std::uint8_t>(end);
    return trace;
  }
  bool Named(const abi::Event& event, const char* name) const { return event.site != 0 && after_.NameOf(event.site) == name; }

  Script before_{0x10000}, after_{0x9000040};
  std::shared_ptr<recontest::Analysis> analysis_;
};

TEST_F(RecontestStrategyTest, PlansHoldAThreadBeforeItsAccess) {
  EXPECT_EQ(analysis_->selection.candidates_pta, 4u + 1u);
  RecontestStrategy strategy({}, analysis_);
  bool interleaves = false;
  for (int i = 0; i < 40; ++i) {
    const auto plan = strategy.Next();
    if (!plan) break;
    EXPECT_EQ(plan->granularity, abi::Granularity::kAll);
    EXPECT_EQ(plan->tail, abi::TailPolicy::kStay);
    for (const abi::Segment& segment : plan->segments) interleaves |= segment.tid == 1 && segment.until == 3;  // begin, r1 | w1
    strategy.Observe(*plan, after_.trace());  // whatever was asked for, the run is the recorded one
  }
  EXPECT_TRUE(interleaves);
  EXPECT_TRUE(strategy.exhausted());
  EXPECT_FALSE(strategy.Next().has_value());
}

TEST_F(RecontestStrategyTest, WhatARunShowsIsConfirmedAndTold) {
  RecontestStrategy strategy({}, analysis_);
  const auto plan = strategy.Next();
  ASSERT_TRUE(plan.has_value());
  strategy.Observe(*plan, Interleaved());
  EXPECT_GE(strategy.outcome().confirmed_passing, 1u);
  const auto warnings = strategy.TakeWarnings();
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings[0].kind, FindingKind::kAtomicity);
  EXPECT_EQ(warnings[0].subkind, "P7");
  EXPECT_EQ(warnings[0].sites.size(), 3u);
  EXPECT_TRUE(strategy.TakeWarnings().empty());
}

TEST_F(RecontestStrategyTest, AFailingRunIsNoWarning) {
  RecontestStrategy strategy({}, analysis_);
  const auto plan = strategy.Next();
  strategy.Observe(*plan, Interleaved(abi::EndKind::kAssert));
  EXPECT_GE(strategy.outcome().confirmed_failing, 1u);
  EXPECT_TRUE(strategy.TakeWarnings().empty());
}

TEST_F(RecontestStrategyTest, ARunThatLeavesItsPathIsFinishedAndPlannedFromAtMostThreeRuns) {
  RecontestStrategy strategy({}, analysis_);
  Trace diverged = after_.trace();
  diverged.events.back().outcome = static_cast<std::uint8_t>(abi::EndKind::kDiverged);
  diverged.events.EraseIf([this](const abi::Event& event) { return Named(event, "w1") || Named(event, "w2"); });
  const auto first = strategy.Next();
  ASSERT_TRUE(first.has_value());
  strategy.Observe(*first, diverged);
  const auto catches_up = strategy.Next();
  ASSERT_TRUE(catches_up.has_value());
  EXPECT_EQ(strategy.outcome().diverged, 0u);
  strategy.Observe(*catches_up, after_.trace());
  const auto again = strategy.Next();
  ASSERT_TRUE(again.has_value());
  strategy.Observe(*again, after_.trace());
  strategy.Next();
  EXPECT_GE(strategy.outcome().diverged + strategy.outcome().confirmed, 1u);
}

// Every step says that there is no time, and none goes on to its end.
TEST_F(RecontestStrategyTest, AnAnalysisEndsWhenItsTimeIsOver) {
  Options late;
  late.end = std::chrono::steady_clock::now();
  recontest::TraceSource old_source(before_.trace()), new_source(after_.trace());
  Histories runs;
  EXPECT_THROW(Collect({old_source, before_}, {new_source, after_}, late, runs), Deadline::Over);
  EXPECT_THROW(static_cast<void>(FindImpact(analysis_->runs, late)), Deadline::Over);
  analysis_->options = late;
  const auto ended = AnalyseInterleavings(*analysis_);
  ASSERT_FALSE(ended.has_value());
  EXPECT_NE(ended.error().ToString().find("time"), std::string::npos);
}

}  // namespace
}  // namespace reweave::recontest
