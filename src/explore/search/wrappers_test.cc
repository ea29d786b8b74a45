#include "explore/search/wrappers.h"

#include <gtest/gtest.h>

#include "explore/search/testing/drive.h"

namespace reweave::inline search {
namespace {

Simulator Program() {
  const SimBody body = Straight({{SimOp::kAdd, 0, 1}, {SimOp::kAdd, 0, 1}});
  return Simulator({body, body});
}

TEST(DeterminismCheck, RepeatsEveryNthScheduleAndCountsNone) {
  const Simulator program = Program();
  const std::uint64_t plain = DriveNamed("dfs", program).schedules;
  DeterminismCheck check(MakeFor("dfs"), 3);
  const DriveResult result = Drive(check, program);
  EXPECT_EQ(result.schedules, plain);
  EXPECT_EQ(check.checks(), plain / 3);
  EXPECT_EQ(check.difference(), "");
  EXPECT_TRUE(result.exhausted);
}

TEST(DeterminismCheck, TellsTheFirstStepThatDiffers) {
  const Simulator program = Program();
  DeterminismCheck check(MakeFor("dfs"), 1);
  auto plan = check.Next();
  check.Observe(*plan, program.Run(*plan));
  plan = check.Next();
  Trace other = program.Run(*plan);
  for (abi::Event& event : other.events)
    if (event.tid == 1 && event.kind == abi::EventKind::kAtomicRmw) event.site += 1;
  check.Observe(*plan, other);
  EXPECT_NE(check.difference().find("thread 1 operation 2"), std::string::npos) << check.difference();
}

TEST(DistinctRuns, ExhaustiveSearchSeesAsManyClassesAsDpor) {
  const Simulator program = Program();
  DistinctRuns distinct(MakeFor("dfs"));
  const DriveResult dfs = Drive(distinct, program);
  EXPECT_EQ(distinct.distinct(), DriveNamed("dpor", program).schedules);
  EXPECT_EQ(distinct.distinct() + distinct.repeated(), dfs.schedules);
}

}  // namespace
}  // namespace reweave::inline search
