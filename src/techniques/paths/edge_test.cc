// Edge cases: primitives as they really are, bad input, what cannot be brought about.
#include <gtest/gtest.h>

#include <algorithm>

#include "techniques/paths/extract.h"
#include "techniques/paths/graph.h"
#include "techniques/paths/manners.h"
#include "techniques/paths/relevance.h"
#include "techniques/paths/search.h"
#include "techniques/paths/testing.h"
#include "techniques/paths/variables.h"
#include "trace/testing.h"

namespace reweave::paths {
namespace {

using abi::EndKind;
using abi::EventKind;

std::vector<std::uint64_t> Names(int count) {
  std::vector<std::uint64_t> out;
  for (int i = 0; i < count; ++i) out.push_back(NameOf("T" + std::to_string(i)));
  return out;
}

struct Script {
  explicit Script(int threads) : builder(Names(threads)) {}
  Op& Do(std::uint16_t thread, OpKind kind, std::uint32_t object, std::uint32_t other = kNoObject) {
    return builder.Sync({.kind = kind, .thread = thread, .object = object, .other = other, .site = ++site});
  }
  RunBuilder builder;
  std::uint32_t site = 0;
};

Graph All(const Execution& run) {
  return BuildGraph(run, {.kind = GraphOptions::Kind::kReadsFrom, .relevant = FindRelevance(run).relevant, .all_variants = true});
}

TEST(PathsEdge, RecursiveLockIsTakenAgainByItsHolder) {
  Script s(2);
  const auto m = s.builder.AddObject(1);
  for (const OpKind kind : {OpKind::kLock, OpKind::kLock, OpKind::kUnlock, OpKind::kUnlock}) s.Do(0, kind, m);
  for (const OpKind kind : {OpKind::kLock, OpKind::kUnlock}) s.Do(1, kind, m);
  const Graph graph = All(s.builder.Finish());
  EXPECT_TRUE(graph.dead.empty());
  EXPECT_EQ(graph.infeasible, 4u);  // the other thread cannot get in between: three places of one, one of the other
}

TEST(PathsEdge, ReadersShareAndWritersDoNot) {
  const auto infeasible = [](bool readers) {
    Script s(2);
    const auto m = s.builder.AddObject(1);
    for (std::uint16_t t = 0; t < 2; ++t) s.Do(t, OpKind::kLock, m).shared = readers, s.Do(t, OpKind::kUnlock, m);
    return All(s.builder.Finish()).infeasible;
  };
  EXPECT_EQ(infeasible(true), 0u);
  EXPECT_EQ(infeasible(false), 2u);
}

TEST(PathsEdge, FailedTryLockIsAReadOfTheLock) {
  Script s(2);
  const auto m = s.builder.AddObject(1);
  s.Do(0, OpKind::kLock, m);
  s.Do(1, OpKind::kTry, m).failed = true;
  s.builder.Branch(1, 50, 1, s.builder.ResultOfLast());
  s.Do(0, OpKind::kUnlock, m);
  const Execution run = s.builder.Finish();
  EXPECT_EQ(FindRelevance(run).affected.size(), 1u);
  const Graph graph = All(run);
  ASSERT_EQ(graph.variants.size(), 2u);  // before the lock, after the unlock: it gets it
  EXPECT_EQ(run.ops[graph.variants[0].path.back()].kind, OpKind::kTry);
}

TEST(PathsEdge, TimedWaitNeverBlocks) {
  for (const bool timed : {false, true}) {
    Script s(2);
    const auto m = s.builder.AddObject(1), c = s.builder.AddObject(2);
    s.Do(0, OpKind::kLock, m), s.Do(0, OpKind::kWaitBegin, c, m);
    s.Do(1, OpKind::kLock, m), s.Do(1, OpKind::kBroadcast, c), s.Do(1, OpKind::kUnlock, m);
    s.Do(0, OpKind::kWaitEnd, c, m).timed = timed;
    s.Do(0, OpKind::kUnlock, m);
    EXPECT_EQ(All(s.builder.Finish()).dead.size(), timed ? 0u : 1u);
  }
}

TEST(PathsEdge, SpuriousReturnConsumesNoNotification) {
  Script s(2);
  const auto m = s.builder.AddObject(1), c = s.builder.AddObject(2);
  s.Do(0, OpKind::kLock, m), s.Do(0, OpKind::kWaitBegin, c, m), s.Do(0, OpKind::kWaitEnd, c, m).failed = true;
  s.Do(0, OpKind::kUnlock, m);
  s.Do(1, OpKind::kSignal, c);
  EXPECT_TRUE(All(s.builder.Finish()).dead.empty());
}

TEST(PathsEdge, SignalWakesAnyOfItsWaiters) {
  Script s(3);
  const auto c = s.builder.AddObject(1);
  s.Do(0, OpKind::kWaitBegin, c), s.Do(1, OpKind::kWaitBegin, c);
  s.Do(2, OpKind::kSignal, c), s.Do(2, OpKind::kSignal, c);
  s.Do(0, OpKind::kWaitEnd, c), s.Do(1, OpKind::kWaitEnd, c);
  const Execution run = s.builder.Finish();
  const SyncWorld world(run, SyncRules::kNative);
  SyncState state(world);
  state.Execute(world, 0), state.Execute(world, 1);
  EXPECT_EQ(state.Choices(world, 2), 2u);
  state.Execute(world, 2, 1);
  EXPECT_EQ(state.Check(world, 4), SyncState::Can::kBlocked);
  EXPECT_EQ(state.Check(world, 5), SyncState::Can::kYes);
}

TEST(PathsEdge, SemaphoreCounts) {
  Script s(2);
  const auto m = s.builder.AddObject(1);
  s.Do(0, OpKind::kPost, m).value = 1;
  s.Do(1, OpKind::kAcquire, m).value = 0;
  const Graph graph = All(s.builder.Finish());
  EXPECT_EQ(graph.infeasible, 1u);
  EXPECT_TRUE(graph.dead.empty());
}

TEST(PathsEdge, NobodyLeavesABarrierBeforeAllArrived) {
  Script s(2);
  const auto b = s.builder.AddObject(1);
  for (std::uint16_t t = 0; t < 2; ++t) s.Do(t, OpKind::kArrive, b);
  for (std::uint16_t t = 0; t < 2; ++t) s.Do(t, OpKind::kLeave, b);
  const Graph graph = All(s.builder.Finish());
  EXPECT_EQ(graph.infeasible, 2u);
  EXPECT_TRUE(graph.dead.empty());
}

// pthread_barrier_wait tells one thread that it was the last: a branch on that depends on who comes when.
TEST(PathsEdge, WhoComesLastToABarrierIsAResult) {
  for (const bool looked_at : {true, false}) {
    Script s(2);
    const auto b = s.builder.AddObject(1);
    s.Do(0, OpKind::kArrive, b);
    s.Do(1, OpKind::kArrive, b);
    const LabelId result = s.builder.ResultOfLast();
    for (std::uint16_t t = 0; t < 2; ++t) s.Do(t, OpKind::kLeave, b);
    if (looked_at) s.builder.Branch(1, 50, 1, result);
    const Execution run = s.builder.Finish();
    EXPECT_TRUE(run.ops[1].failed);
    const Relevance relevance = FindRelevance(run);
    EXPECT_EQ(relevance.affected.size(), looked_at ? 1u : 0u);
    const Graph graph = BuildGraph(run, {.relevant = relevance.relevant});
    ASSERT_EQ(graph.variants.size(), looked_at ? 1u : 0u);
    if (looked_at) EXPECT_EQ(graph.variants[0].path, (std::vector<std::uint32_t>{1}));
    EXPECT_TRUE(graph.dead.empty());
  }
}

TEST(PathsEdge, ThreadsBeginAfterTheirCreationAndAreJoinedAfterTheirEnd) {
  Script s(2);
  s.Do(0, OpKind::kCreate, kNoObject).value = 1;
  s.Do(1, OpKind::kBegin, kNoObject);
  s.Do(1, OpKind::kEnd, kNoObject);
  s.Do(0, OpKind::kJoin, kNoObject).value = 1;
  const Execution run = s.builder.Finish();
  EXPECT_TRUE(run.MustPrecede(0, 1));
  EXPECT_TRUE(run.MustPrecede(2, 3));
  EXPECT_FALSE(run.MustPrecede(1, 0));
  EXPECT_EQ(All(run).nodes, 5u);
}

TEST(PathsEdge, AtomicReadModifyWriteIsOneStep) {
  RunBuilder b(Names(2));
  const auto x = b.AddVariable(1);
  b.Branch(0, 50, 0, b.Rmw(0, x, 1, 0));
  b.Rmw(1, x, 2, 0);
  const Execution run = b.Finish();
  const Graph graph = All(run);
  ASSERT_EQ(graph.variants.size(), 1u);
  // What the other thread writes is computed from what it reads: its read is one that the branch depends on, and seeing the
  // initial value there is what differs first. The order ends there, before the branch's own read.
  EXPECT_EQ(graph.variants[0].path, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(graph.variants[0].key, (std::vector<std::pair<Anchor, std::uint64_t>>{{run.ops[1].anchor, 0}}));
}

TEST(PathsEdge, AStoreThatUsesNoReadIsFollowedByTheBranchsOwnRead) {
  RunBuilder b(Names(2));
  const auto x = b.AddVariable(1);
  b.Branch(0, 50, 0, b.Rmw(0, x, 1, 0));
  b.Write(1, x, 2, 0);
  const Execution run = b.Finish();
  const Graph graph = All(run);
  ASSERT_EQ(graph.variants.size(), 1u);
  EXPECT_EQ(graph.variants[0].path, (std::vector<std::uint32_t>{1, 0}));
}

TEST(PathsEdge, UnheldUnlockAndLockAtTheEndAreNoted) {
  Script s(2);
  const auto m = s.builder.AddObject(1);
  s.Do(0, OpKind::kUnlock, m);
  s.Do(1, OpKind::kLock, m);
  const Manners manners = MannersOf(s.builder.Finish());
  EXPECT_EQ(manners.odd_unlocks, 1u);
  EXPECT_EQ(manners.held_at_end, 1u);
}

// Each run is consistent, one by lock a, the other by lock b: together they are not.
TEST(PathsEdge, LocksAreComparedOverAllRuns) {
  const auto run = [](std::uint32_t site, int lock) {
    const std::vector<Body> program = {{Lock(site, lock), Store(site + 1, 1, 1), Unlock(site + 2, lock)},
                                       {Lock(site + 3, lock), Store(site + 4, 1, 2), Unlock(site + 5, lock)}};
    return ExecuteToy(program, {}).Finish();
  };
  LockDiscipline discipline;
  discipline.Add(run(10, 100), 1);
  EXPECT_TRUE(discipline.found().empty());
  discipline.Add(run(20, 100), 2);
  EXPECT_TRUE(discipline.found().empty());
  discipline.Add(run(30, 101), 3);
  ASSERT_EQ(discipline.found().size(), 4u);  // both ways, with the accesses of either run
  EXPECT_EQ(discipline.found()[0].run, 3u);
  EXPECT_EQ(discipline.found()[0].other_run, 1u);
  EXPECT_TRUE(discipline.found()[0].runs.empty());
}

TEST(PathsEdge, ExternalOutcomesAreNotCounted) {
  RunBuilder b(Names(2));
  const auto x = b.AddVariable(1);
  b.Branch(0, 50, 0, b.Read(0, x, 1), 0, 2, true);
  b.Write(1, x, 2, 0);
  Search search({});
  search.Add(std::make_shared<const Execution>(b.Finish()), std::nullopt);
  EXPECT_EQ(search.counts().groups, 0u);
  EXPECT_TRUE(search.branches().begin()->second.groups.empty());
}

// In a run that failed early nobody wrote what the branch reads, so that it did not seem to be one that another thread can turn.
TEST(PathsEdge, OutcomesOfRunsThatDidNotShowTheOtherThreadsWriteAreToldToo) {
  const auto run = [](bool late) {
    RunBuilder b(Names(2));
    const auto x = b.AddVariable(1);
    if (late) b.Write(1, x, 2, 0);
    b.Branch(0, 50, late ? 0 : 1, b.Read(0, x, 1));
    return std::make_shared<const Execution>(b.Finish());
  };
  Search search({});
  search.Add(run(false), std::nullopt);
  EXPECT_TRUE(search.branches().empty());
  search.Add(run(true), std::nullopt);
  search.Add(run(false), std::nullopt);
  ASSERT_EQ(search.branches().size(), 1u);
  const BranchReport& branch = search.branches().begin()->second;
  EXPECT_EQ(branch.outcomes, (std::map<std::uint32_t, std::uint64_t>{{0, 1}, {1, 2}}));
  EXPECT_EQ(branch.by_run, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 0}, {2, 1}}));
}

// Nobody else touched the variable at all: the branch depended on nothing that is shared.
TEST(PathsEdge, OutcomesOfRunsInWhichTheVariableWasNotSharedAreToldToo) {
  const auto run = [](bool shared) {
    RunBuilder b(Names(2));
    const auto x = b.AddVariable(1);
    if (shared) b.Write(1, x, 2, 0);
    b.Branch(0, 50, shared ? 0 : 1, shared ? b.Read(0, x, 1) : 0);
    return std::make_shared<const Execution>(b.Finish());
  };
  Search search({});
  for (const bool shared : {false, true, false}) search.Add(run(shared), std::nullopt);
  ASSERT_EQ(search.branches().size(), 1u);
  const BranchReport& branch = search.branches().begin()->second;
  EXPECT_EQ(branch.outcomes, (std::map<std::uint32_t, std::uint64_t>{{0, 1}, {1, 2}}));
  EXPECT_EQ(branch.by_run, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}, {1, 0}, {2, 1}}));
}

TEST(PathsEdge, WhatCannotBeBroughtAboutIsGivenUpAfterThreeAttempts) {
  const std::vector<Body> program = {{Load(1, 1, 0), If(2, 0, 0)}, {Store(10, 1, 1)}};
  Search search({});
  const auto run = std::make_shared<const Execution>(ExecuteToy(program, {}).Finish());
  search.Add(run, std::nullopt);
  int attempts = 0;
  while (const auto test = search.Next()) {
    ASSERT_LE(++attempts, 3);
    search.Add(run, test->id, false);  // the program went its old way again
  }
  EXPECT_EQ(attempts, 3);
  EXPECT_EQ(search.counts().unrealised, 1u);
}

// The same order leads to the same run: trying it again shows nothing.
TEST(PathsEdge, WhatARepeatableProgramDoesNotDoIsTriedOnce) {
  const std::vector<Body> program = {{Load(1, 1, 0), If(2, 0, 0)}, {Store(10, 1, 1)}};
  Search search({});
  const auto run = std::make_shared<const Execution>(ExecuteToy(program, {}).Finish());
  search.Add(run, std::nullopt, true, true);
  int attempts = 0;
  while (const auto test = search.Next()) {
    ASSERT_LE(++attempts, 1);
    search.Add(run, test->id, false, true);
  }
  EXPECT_EQ(attempts, 1);
  EXPECT_EQ(search.counts().unrealised, 1u);
  EXPECT_FALSE(search.complete());
}

TEST(PathsEdge, BeyondTheCapReadsAreTurnedOneByOne) {
  const std::vector<Body> program = {{Load(1, 1, 0), If(2, 0, 0), Load(3, 2, 0), If(4, 0, 0)},
                                     {Store(10, 1, 1), Store(11, 2, 1)}};
  Search search({.node_cap = 3});
  search.Add(std::make_shared<const Execution>(ExecuteToy(program, {}).Finish()), std::nullopt);
  EXPECT_TRUE(search.counts().capped);
  EXPECT_GE(search.left(), 2u);
}

TEST(PathsEdge, WhenTheTimeIsOverOrdersAreLeftAndNothingIsComplete) {
  const std::vector<Body> program = {{Load(1, 1, 0), If(2, 0, 0), Load(3, 2, 0), If(4, 0, 0)},
                                     {Store(10, 1, 1), Store(11, 2, 1)}};
  Search search({.over = [] { return true; }});
  search.Add(std::make_shared<const Execution>(ExecuteToy(program, {}).Finish()), std::nullopt);
  while (search.Next()) {
  }
  EXPECT_FALSE(search.complete());
  EXPECT_TRUE(search.counts().capped);
}

TEST(PathsEdge, AddressUsedAgainAfterFreeIsAnotherVariable) {
  TraceBuilder trace;
  trace.Point(0, EventKind::kWrite, 1, 1, 0x1000).Point(1, EventKind::kRead, 1, 2, 0x1000);
  trace.Add(0, EventKind::kFree, 1, 0, 0x1000);
  abi::Event alloc{};
  alloc.kind = EventKind::kAlloc, alloc.obj = 0x1000, alloc.value = 16;
  trace.Raw(alloc);
  trace.Point(0, EventKind::kWrite, 2, 3, 0x1000);
  const Trace done = trace.End(EndKind::kPass);
  const VariableFinder variables(done);
  EXPECT_EQ(variables.Of(1), variables.Of(2));
  EXPECT_NE(variables.Of(1), variables.Of(5));
  EXPECT_TRUE(variables.Shared(variables.Of(1)));
  EXPECT_FALSE(variables.Shared(variables.Of(5)));
}

TEST(PathsEdge, TraceWithoutBranchesOrCutShortIsRefused) {
  Trace bare = TraceBuilder().Point(0, EventKind::kLock, 1, 1, 8).End(EndKind::kPass);
  EXPECT_NE(Unusable(bare), "");
  Trace cut = TraceBuilder().Add(0, EventKind::kBranch, 1, 1).Add(0, EventKind::kCall, 1, 1).End(EndKind::kPass);
  EXPECT_EQ(Unusable(cut), "");
  cut.truncated = true;
  EXPECT_NE(Unusable(cut), "");
}

}  // namespace
}  // namespace reweave::paths
