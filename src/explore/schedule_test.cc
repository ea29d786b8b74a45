#include "explore/schedule/schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/rng.h"
#include "explore/replay.h"
#include "explore/schedule/plan.h"
#include "trace/testing.h"

namespace reweave::inline explore {
namespace {

using abi::EndKind;
using abi::EventKind;

Plan RandomPlan(std::uint64_t seed) {
  Rng rng(seed);
  Plan plan;
  plan.tail = static_cast<abi::TailPolicy>(rng.Below(7));
  plan.granularity = static_cast<abi::Granularity>(rng.Below(4));
  plan.flags = static_cast<std::uint8_t>(rng.Below(64)) & (abi::kPlanSpurious | abi::kPlanFrames | abi::kPlanStopOnFailure);
  for (auto n = rng.Below(3); n > 0; --n)
    plan.holds.push_back({static_cast<std::uint32_t>(rng.Next()), static_cast<std::uint32_t>(rng.Next()),
                          static_cast<std::uint32_t>(rng.Next()), static_cast<std::uint32_t>(rng.Next())});
  plan.pct_depth = static_cast<std::uint8_t>(rng.Below(10));
  plan.pct_length = static_cast<std::uint32_t>(rng.Next());
  plan.record = static_cast<std::uint32_t>(rng.Below(256));
  plan.seed = rng.Next();
  plan.max_steps = rng.Next();
  for (auto n = rng.Below(20); n > 0; --n)
    plan.segments.push_back({.tid = static_cast<std::uint16_t>(rng.Below(100)),
                             .kind = static_cast<EventKind>(rng.Below(40)),
                             .reserved = 0,
                             .until = rng.Below(5) == 0 ? abi::kUntilEnd : static_cast<std::uint32_t>(rng.Below(1000)),
                             .site = static_cast<std::uint32_t>(rng.Next()),
                             .reserved2 = 0});
  for (auto n = rng.Below(5); n > 0; --n)
    plan.outcomes.push_back({.tid = static_cast<std::uint16_t>(rng.Below(100)),
                             .outcome = static_cast<std::uint8_t>(rng.Below(4)),
                             .reserved = 0,
                             .ordinal = static_cast<std::uint32_t>(rng.Next())});
  return plan;
}

Schedule RandomSchedule(std::uint64_t seed, const std::string& text) {
  Rng rng(seed);
  Schedule schedule;
  schedule.command = {"./program", text};
  schedule.directory = rng.Below(2) == 0 ? "" : "/" + text;
  if (rng.Below(2) == 0) schedule.environment = {{"NAME", text}, {"LANG", ""}};
  schedule.build_key = "0123";
  schedule.isolation = static_cast<abi::Isolation>(rng.Below(3));
  schedule.pool_threads = 1 + static_cast<std::uint32_t>(rng.Below(1000));
  schedule.strategy = "random";
  schedule.schedule_number = rng.Next();
  schedule.plan = RandomPlan(rng.Next());
  schedule.thread_paths = {"0", "0.1"};
  schedule.sites = {{1, "a"}, {7, text}};
  schedule.end = static_cast<EndKind>(rng.Below(16));
  schedule.end_tid = 3;
  schedule.message = text;
  for (auto n = rng.Below(100); n > 0; --n)
    schedule.steps.push_back({static_cast<std::uint16_t>(rng.Below(9)), static_cast<EventKind>(1 + rng.Below(40)),
                              static_cast<std::uint32_t>(rng.Next()), static_cast<std::uint32_t>(rng.Next())});
  return schedule;
}

TEST(Plan, RoundTrip) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed, std::uint32_t id) {
    Plan plan = RandomPlan(seed);
    plan.runs = 1 + id % 100;
    const auto back = DecodePlan(EncodePlan(plan, id | 1));
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->plan == plan);
    RC_ASSERT(back->id == (id | 1));
  }));
}

TEST(Plan, DecoderSurvivesAnyBytes) {
  EXPECT_TRUE(rc::check([](const std::string& bytes, std::uint64_t seed, std::uint16_t where, std::uint8_t change) {
    (void)DecodePlan(bytes);
    std::string bad = EncodePlan(RandomPlan(seed), 1);
    bad[where % bad.size()] = static_cast<char>(bad[where % bad.size()] ^ change);
    if (const auto plan = DecodePlan(bad)) RC_ASSERT(EncodePlan(plan->plan, plan->id).size() == bad.size());
  }));
}

TEST(Schedule, RoundTripWithAnyText) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed, const std::string& text) {
    const Schedule schedule = RandomSchedule(seed, text);
    const auto back = DecodeSchedule(EncodeSchedule(schedule), "x");
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->plan == schedule.plan);
    RC_ASSERT(back->steps == schedule.steps);
    RC_ASSERT(back->command == schedule.command);
    RC_ASSERT(back->directory == schedule.directory);
    RC_ASSERT(back->environment == schedule.environment);
    RC_ASSERT(back->message == schedule.message);
    RC_ASSERT(back->sites == schedule.sites);
    RC_ASSERT(back->end == schedule.end);
  }));
}

TEST(Schedule, FilesOfOneRunDifferInTheirRace) {
  Schedule schedule = RandomSchedule(5, "text");
  ScheduleEncoder encoder(schedule);
  const RaceExpectation first{{1, 2}, {2, 3}}, second{{3, 4}, {4, 5}};
  for (const std::optional<RaceExpectation>& race : {std::optional(first), std::optional(second), {}}) {
    schedule.race = race;
    EXPECT_EQ(encoder.Encode(race), EncodeSchedule(schedule));
  }
}
TEST(Schedule, AnyChangeIsRefusedWithItsByte) {
  const std::string good = EncodeSchedule(RandomSchedule(5, "text"));
  EXPECT_TRUE(rc::check([&](std::uint32_t where, std::uint8_t change) {
    RC_PRE(change != 0);
    std::string bad = good;
    bad[where % bad.size()] = static_cast<char>(bad[where % bad.size()] ^ change);
    RC_PRE(bad != good);
    const auto back = DecodeSchedule(bad, "x");
    // A hexadecimal digit of a checksum may change its case without changing its value.
    if (back) RC_ASSERT(where % bad.size() < good.find('\n') && (change == 0x20));
    else RC_ASSERT(back.error().why().starts_with("byte "));
  }));
}

// The checksums are right and the values are not: what a person edited, or another program wrote.
TEST(Schedule, ValuesThatMeanNothingAreRefused) {
  const auto refused = [](auto change) {
    Schedule schedule = RandomSchedule(5, "text");
    change(schedule);
    return !DecodeSchedule(EncodeSchedule(schedule), "x").has_value();
  };
  EXPECT_FALSE(refused([](Schedule&) {}));
  EXPECT_TRUE(refused([](Schedule& s) { s.pool_threads = 0; }));
  EXPECT_TRUE(refused([](Schedule& s) { s.pool_threads = 1u << 20; }));
  EXPECT_TRUE(refused([](Schedule& s) { s.plan.flags = 255; }));
  EXPECT_TRUE(refused([](Schedule& s) { s.environment = {{"LD_PRELOAD", "other.so"}}; }));
  EXPECT_TRUE(refused([](Schedule& s) { s.environment = {{"A=B", "c"}}; }));
  EXPECT_TRUE(refused([](Schedule& s) { s.plan.flags = abi::kPlanExit; }));
  EXPECT_TRUE(refused([](Schedule& s) { s.plan.holds.resize(abi::kMostHolds + 1); }));
}

TEST(Schedule, EveryPrefixIsRefused) {
  const std::string good = EncodeSchedule(RandomSchedule(5, "text"));
  for (std::size_t n = 0; n < good.size(); ++n) EXPECT_FALSE(DecodeSchedule(std::string_view(good).substr(0, n), "x")) << n;
}

// Two threads; thread 1 is preempted before its write (operation 3), main waits for it.
Trace TwoThreads() {
  TraceBuilder build;
  build.Create(0, 1, 2).Create(0, 2, 3);
  build.Point(1, EventKind::kBegin, 1).Point(1, EventKind::kRead, 2, 10).Add(1, EventKind::kRead, 3);
  build.Point(2, EventKind::kBegin, 1).Point(2, EventKind::kWrite, 2, 11).Add(2, EventKind::kEnd, 3);
  build.Point(1, EventKind::kWrite, 4, 12).Add(1, EventKind::kEnd, 5);
  build.Point(0, EventKind::kJoin, 4).Point(0, EventKind::kJoin, 5);
  return build.End(EndKind::kPass);
}

TEST(PlanFromTrace, SegmentsAreTheMaximalRunsOfOneThread) {
  const Plan plan = PlanFromTrace(TwoThreads(), {});
  ASSERT_EQ(plan.segments.size(), 5u);
  EXPECT_EQ(plan.segments[0].tid, 0);
  EXPECT_EQ(plan.segments[0].until, 4u);  // main's join, not executed yet
  EXPECT_EQ(plan.segments[1].tid, 1);
  EXPECT_EQ(plan.segments[1].until, 4u);  // the write; operation 3 was no scheduling point
  EXPECT_EQ(plan.segments[1].kind, EventKind::kWrite);
  EXPECT_EQ(plan.segments[1].site, 12u);
  EXPECT_EQ(plan.segments[2].until, abi::kUntilEnd);
  EXPECT_EQ(plan.segments[3].until, abi::kUntilEnd);
  EXPECT_EQ(plan.segments[4].tid, 0);
  EXPECT_EQ(plan.segments[4].until, abi::kUntilEnd);
  EXPECT_EQ(plan.tail, abi::TailPolicy::kStay);
}

TEST(PlanFromTrace, UpToAnOperationIsTheBeginningOfThePlan) {
  const Plan plan = PlanUpTo(TwoThreads(), {}, 2, 2);
  ASSERT_EQ(plan.segments.size(), 3u);
  EXPECT_EQ(plan.segments[1].until, 4u);
  EXPECT_EQ(plan.segments[2].tid, 2);
  EXPECT_EQ(plan.segments[2].until, abi::kUntilTail);
  EXPECT_EQ(plan.tail, abi::TailPolicy::kStay);
}

TEST(PlanFromTrace, ABlockedThreadStopsAtItsPendingOperation) {
  TraceBuilder build;
  build.Point(1, EventKind::kLock, 2)
      .Point(2, EventKind::kLock, 2)
      .Pending(1, EventKind::kLock, 3)
      .Pending(2, EventKind::kLock, 3);
  const Plan plan = PlanFromTrace(build.End(EndKind::kDeadlock), {});
  ASSERT_EQ(plan.segments.size(), 2u);
  EXPECT_EQ(plan.segments[0].until, 3u);
  EXPECT_EQ(plan.segments[1].until, 3u);
}

TEST(PlanFromTrace, ALivelockIsLeftToTheTailPolicy) {
  const Plan plan = PlanFromTrace(TraceBuilder().Point(0, EventKind::kAtomicRead, 2).End(EndKind::kLivelock), {});
  EXPECT_EQ(plan.segments.back().until, abi::kUntilTail);
}

TEST(PlanFromTrace, KeepsOutcomesWhereThereWasAChoice) {
  TraceBuilder build;
  build.Outcomes(0, 0b11).Point(0, EventKind::kWaitEnd, 5).Outcome(1).Point(0, EventKind::kLock, 6);
  const Plan plan = PlanFromTrace(build.End(EndKind::kPass), {});
  ASSERT_EQ(plan.outcomes.size(), 1u);
  EXPECT_EQ(plan.outcomes[0].ordinal, 5u);
  EXPECT_EQ(plan.outcomes[0].outcome, 1);
}

TEST(Divergence, NamesStepExpectedAndSeen) {
  const SiteNames names;
  const Schedule schedule = ScheduleFromTrace(TwoThreads(), {}, names);
  EXPECT_FALSE(FindDivergence(schedule, TwoThreads(), names, true));
  TraceBuilder build;
  build.Create(0, 1, 2).Point(1, EventKind::kBegin, 1);
  const auto found = FindDivergence(schedule, build.End(EndKind::kPass), names, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 1u);
  EXPECT_EQ(found->expected, "thread 0: operation 3, create at ?");
  EXPECT_EQ(found->seen, "thread 0.1: operation 1, begin at ?");
}

TEST(Divergence, AccessesThatOnlyOneSideRecordedArePassedOver) {
  const SiteNames names;
  const Schedule schedule = ScheduleFromTrace(TwoThreads(), {}, names);
  Trace other = TwoThreads();
  other.events.EraseIf([](const abi::Event& e) { return e.kind == EventKind::kRead; });
  EXPECT_FALSE(FindDivergence(schedule, other, names, true));
  const Schedule fewer = ScheduleFromTrace(other, {}, names);
  EXPECT_FALSE(FindDivergence(fewer, TwoThreads(), names, true));
}

// The location was known to be shared when the schedule was made, and is not when it is replayed: the thread's last access before
// it blocks is on one side only, and no later event of the thread says that it got there.
TEST(Divergence, AnAccessBeforeTheEndOfTheRunNeedNotBeRecorded) {
  const SiteNames names;
  TraceBuilder warm, cold;
  warm.Create(0, 1, 2).Point(1, EventKind::kBegin, 1).Point(0, EventKind::kRead, 3, 10);
  cold.Create(0, 1, 2).Point(1, EventKind::kBegin, 1);
  const Schedule schedule = ScheduleFromTrace(warm.End(EndKind::kAssert), {}, names);
  EXPECT_FALSE(FindDivergence(schedule, cold.End(EndKind::kAssert), names, true));
}

TEST(Divergence, ALivelockMayBeNoticedSomeRoundsEarlier) {
  const SiteNames names;
  const auto rounds = [](unsigned n, EndKind end) {
    TraceBuilder build;
    build.Create(0, 1, 2);
    for (unsigned i = 1; i <= n; ++i) build.Point(1, EventKind::kYield, i);
    return build.End(end);
  };
  const Schedule schedule = ScheduleFromTrace(rounds(6, EndKind::kLivelock), {}, names);
  EXPECT_FALSE(FindDivergence(schedule, rounds(4, EndKind::kLivelock), names, true));
  EXPECT_FALSE(FindDivergence(schedule, rounds(8, EndKind::kLivelock), names, true));
  EXPECT_TRUE(FindDivergence(schedule, rounds(4, EndKind::kPass), names, true));
  const Schedule stopped = ScheduleFromTrace(rounds(6, EndKind::kTimeout), {}, names);
  EXPECT_FALSE(FindDivergence(stopped, rounds(4, EndKind::kTimeout), names, true));  // by a clock, wherever it was
  EXPECT_TRUE(FindDivergence(stopped, rounds(4, EndKind::kPass), names, true));
}

TEST(Divergence, WhatComesAfterAWindowMayBeCutOffElsewhere) {
  const SiteNames names;
  const auto rounds = [](unsigned n, EndKind end) {
    TraceBuilder build;
    build.Create(0, 1, 2);
    for (unsigned i = 1; i <= n; ++i) build.Point(1, EventKind::kYield, i);
    return build.End(end);
  };
  Schedule schedule = ScheduleFromTrace(rounds(6, EndKind::kPass), {}, names);
  EXPECT_TRUE(FindDivergence(schedule, rounds(8, EndKind::kPass), names, true));
  schedule.window = 2;
  EXPECT_FALSE(FindDivergence(schedule, rounds(4, EndKind::kPass), names, true));
  EXPECT_FALSE(FindDivergence(schedule, rounds(8, EndKind::kPass), names, true));
  EXPECT_TRUE(FindDivergence(schedule, rounds(4, EndKind::kDeadlock), names, true));
  Trace cut = rounds(6, EndKind::kPass);
  EXPECT_EQ(PlanFromTrace(cut, {}).segments.back().until, abi::kUntilEnd);
  cut.events.back().value2 = 1;
  EXPECT_EQ(PlanFromTrace(cut, {}).segments.back().until, abi::kUntilTail);  // it had not come to its end
}

TEST(Divergence, AnEarlyEndIsOne) {
  const SiteNames names;
  const Schedule schedule = ScheduleFromTrace(TwoThreads(), {}, names);
  Trace shorter = TwoThreads();
  shorter.events.erase(shorter.events.end() - 3, shorter.events.end() - 1);
  const auto found = FindDivergence(schedule, shorter, names, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->seen, "the end of the run (pass)");
}

}  // namespace
}  // namespace reweave::inline explore
