#include "explore/replay.h"

#include <gtest/gtest.h>

#include "explore/schedule/schedule.h"
#include "trace/testing.h"

namespace reweave::inline explore {
namespace {

using abi::EndKind;
using abi::EventKind;

// Main creates a thread with operation `first`, and goes on.
Trace Beginning(std::uint32_t first, EndKind end, unsigned rounds = 2) {
  TraceBuilder build;
  build.Create(0, 1, first).Point(1, EventKind::kBegin, 1).Point(0, EventKind::kLock, first + 3);
  for (unsigned i = 0; i < rounds; ++i) build.Point(1, EventKind::kYield, 2 + i);
  return build.End(end);
}

TEST(CutOff, AReplayGoesOnWhereTheRunWasCutOff) {
  const SiteNames names;
  Schedule schedule = ScheduleFromTrace(Beginning(2, EndKind::kDiverged), {}, names);
  EXPECT_EQ(schedule.plan.segments.back().until, abi::kUntilTail);
  EXPECT_FALSE(FindDivergence(schedule, Beginning(2, EndKind::kPass, 5), names, true));
  EXPECT_FALSE(FindDivergence(schedule, Beginning(2, EndKind::kAssert, 5), names, true));
  EXPECT_TRUE(FindDivergence(schedule, Beginning(2, EndKind::kPass, 1), names, true)) << "it did less than the run had";
  EXPECT_TRUE(FindDivergence(schedule, Beginning(2, EndKind::kDiverged, 5), names, true)) << "nor could it be followed";
}

// The last step was a read that others cannot notice where its location was known to race, and belonged to the lock where not.
TEST(PointBeforeAFailure, MayBeThereOrNot) {
  const SiteNames names;
  const auto run = [](bool point, EndKind end) {
    TraceBuilder build;
    build.Create(0, 1, 2).Point(1, EventKind::kBegin, 1).Point(1, EventKind::kLock, 2);
    if (point) build.Point(1, EventKind::kProcessEnd, 4);
    return build.End(end);
  };
  for (const bool point : {false, true}) {
    const Schedule schedule = ScheduleFromTrace(run(point, EndKind::kAssert), {}, names);
    EXPECT_FALSE(FindDivergence(schedule, run(!point, EndKind::kAssert), names, true));
    const Schedule exits = ScheduleFromTrace(run(point, EndKind::kExit), {}, names);
    EXPECT_TRUE(FindDivergence(exits, run(!point, EndKind::kExit), names, true));
  }
}

TEST(Beginning, NumbersOfTheFirstThreadMoveTogether) {
  const SiteNames names;
  Schedule schedule = ScheduleFromTrace(Beginning(10, EndKind::kAssert), {}, names);
  schedule.race = RaceExpectation{{0, 13}, {1, 2}};
  schedule.plan.outcomes = {{.tid = 0, .outcome = 1, .reserved = 0, .ordinal = 13},
                            {.tid = 1, .outcome = 1, .reserved = 0, .ordinal = 2}};
  const Trace shorter = Beginning(4, EndKind::kAssert);
  ASSERT_TRUE(FindDivergence(schedule, shorter, names, true));
  EXPECT_TRUE(FitBeginning(schedule, shorter));
  EXPECT_FALSE(FindDivergence(schedule, shorter, names, true));
  const auto wanted = PlanFromTrace(shorter, {}).segments;
  ASSERT_EQ(schedule.plan.segments.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(schedule.plan.segments[i].until, wanted[i].until);
  EXPECT_EQ(schedule.race, (RaceExpectation{{0, 7}, {1, 2}}));
  EXPECT_EQ(schedule.plan.outcomes[0].ordinal, 7u);
  EXPECT_EQ(schedule.plan.outcomes[1].ordinal, 2u);
  EXPECT_FALSE(FitBeginning(schedule, shorter)) << "nothing is left to fit";
}

TEST(Beginning, AnotherFirstStepIsNotFitted) {
  const SiteNames names;
  Schedule schedule = ScheduleFromTrace(Beginning(10, EndKind::kAssert), {}, names);
  TraceBuilder other;
  other.Point(0, EventKind::kLock, 4).Create(0, 1, 5);
  EXPECT_FALSE(FitBeginning(schedule, other.End(EndKind::kPass)));
  schedule.start_at = 7;
  EXPECT_FALSE(FitBeginning(schedule, Beginning(4, EndKind::kAssert))) << "the run begins somewhere else";
}

TEST(Surroundings, AScheduleBringsItsDirectoryUnlessTheCallerHasOne) {
  Schedule schedule;
  schedule.directory = "/";
  schedule.environment = {{"NAME", "value"}};
  TargetOptions options;
  options.program.path = "bin/program";
  ApplySchedule(schedule, options);
  EXPECT_EQ(options.program.directory, "/");
  EXPECT_EQ(options.program.environment, schedule.environment);
  EXPECT_TRUE(options.program.path.starts_with("/")) << "it was named from here";

  TargetOptions own;
  own.program.directory = "/tmp";
  ApplySchedule(schedule, own);
  EXPECT_EQ(own.program.directory, "/tmp");
  EXPECT_TRUE(own.program.environment.empty());

  schedule.directory = "/no/such/directory";
  TargetOptions gone;
  ApplySchedule(schedule, gone);
  EXPECT_EQ(gone.program.directory, "");
}

}  // namespace
}  // namespace reweave::inline explore
