// Checkpoints in the middle of a run: any number of runs can go on from one, each as the uninterrupted run did.
#include <gtest/gtest.h>

#include "explore/schedule/schedule.h"
#include "explore/target/program.h"
#include "explore/target/target.h"
#include "trace/kinds.h"

namespace reweave {
namespace {

class CheckpointTest : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    auto program = InspectProgram({GOLDEN_PROGRAMS "/locked_2"});
    ASSERT_TRUE(program) << program.error().ToString();
    TargetOptions options;
    options.program = *program;
    options.disable = GetParam();
    auto target = Target::Create(options);
    ASSERT_TRUE(target) << target.error().ToString();
    target_ = std::move(*target);
  }

  Trace Run(const Plan& plan) {
    Trace trace;
    EXPECT_TRUE(target_->Submit(plan));
    auto status = target_->NextRun(trace);
    EXPECT_TRUE(status && *status == Target::Status::kRun);
    return trace;
  }

  // A random run whose shared locations are all known, as a plan that makes it again.
  Plan Learned(std::uint64_t seed) {
    Plan plan;
    plan.tail = abi::TailPolicy::kRandom;
    plan.record = abi::kRecordSync | abi::kRecordAccess;
    plan.seed = seed;
    Run(plan);
    return PlanFromTrace(Run(plan), plan);
  }

  static std::vector<ScheduleStep> Tail(const std::vector<ScheduleStep>& steps, std::size_t n) {
    return {steps.end() - static_cast<std::ptrdiff_t>(n), steps.end()};
  }

  std::unique_ptr<Target> target_;
};

TEST_P(CheckpointTest, GoesOnFromTheMiddle) {
  std::uint32_t id = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Plan whole = Learned(seed);
    const Trace expected = Run(whole);
    ASSERT_EQ(expected.end_kind(), abi::EndKind::kPass);
    const auto all = StepsOf(expected);
    for (std::size_t cut = 1; cut < whole.segments.size(); ++cut) {
      Plan first = whole, rest = whole;
      first.segments.resize(cut);
      first.flags |= abi::kPlanStopAtPrefixEnd | abi::kPlanStateKey;
      first.save_as = ++id;
      rest.segments.erase(rest.segments.begin(), rest.segments.begin() + static_cast<std::ptrdiff_t>(cut));
      rest.start = id;
      ASSERT_EQ(Run(first).end_kind(), abi::EndKind::kStopped) << "seed " << seed << ", cut " << cut;
      for (int again = 0; again < 3; ++again) {
        const Trace got = Run(rest);
        ASSERT_EQ(got.end_kind(), abi::EndKind::kPass) << "seed " << seed << ", cut " << cut;
        const auto steps = StepsOf(got);
        ASSERT_LE(steps.size(), all.size());
        EXPECT_EQ(steps, Tail(all, steps.size())) << "seed " << seed << ", cut " << cut;
      }
      EXPECT_EQ(StepsOf(Run(whole)), all);  // and the rewind point is still there
    }
  }
  EXPECT_EQ(target_->restarts(), 1u);  // the first start: no process was lost on the way
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutPageTracking, CheckpointTest,
                         testing::Values(0, static_cast<std::uint64_t>(abi::kHasPagemapScan)));

}  // namespace
}  // namespace reweave
