// Unusual runs and how the search takes them.
#include <gtest/gtest.h>

#include "abi/compare_exchange.h"
#include "techniques/pcr/search.h"
#include "techniques/pcr/testing.h"
#include "techniques/pcr/testing/random_runs.h"
#include "techniques/pcr/z3.h"

namespace reweave::pcr {
namespace {

// A write by a third thread interrupts, whoever the other two are.
TEST(PcrEdge, AThirdThreadInterrupts) {
  const auto covered = [](bool third) {
    detect::RunText run;
    run.Threads(3).Write(1, 1, kX, 4, 1);
    if (third) run.Write(3, 3, kX, 4, 2);
    detect::PatternCoverage coverage;
    coverage.Analyse(run.Read(2, 2, kX, 4, third ? 2 : 1).Trace());
    detect::PatternKey key(2);
    key.Add(1), key.Add(2);
    return coverage.Covers(key.value());
  };
  EXPECT_TRUE(covered(false));
  EXPECT_FALSE(covered(true));
}

// A compare-exchange writes only if it finds what it looks for; an exchange writes in any case.
TEST(PcrEdge, ACompareExchangeWritesOnlyAfterWhatItFound) {
  for (const bool compares : {false, true}) {
    detect::RunText text;
    const auto rmw = [&](unsigned tid, unsigned site, std::uint64_t old_value, std::uint64_t new_value) {
      text.Rmw(tid, site, kX, std::memory_order_seq_cst);
      text.last().value = old_value, text.last().value2 = new_value;
    };
    text.Threads(3).Write(1, 1, kX, 4, 1);
    rmw(3, 3, 1, 9);
    if (compares) text.last().order |= abi::kExchanged;
    rmw(2, 2, 9, 3);
    const pcr::Run run = pcr::Run::Make(text.Trace()).value();
    Solver solver;
    const auto verdict = [&](unsigned first, unsigned second) {
      const Pattern pattern = MakePattern(run, {AtSite(run, first), AtSite(run, second)}, {true, true}, {0, 0});
      Query used;
      return solver.Solve(run, pattern.ToQuery(Kept::kAll), &used).verdict;
    };
    EXPECT_EQ(verdict(1, 3), Verdict::kPossible) << compares;
    EXPECT_EQ(verdict(2, 3), compares ? Verdict::kImpossible : Verdict::kPossible) << "3 is not the 1 that it looks for";
    EXPECT_EQ(verdict(3, 1), compares ? Verdict::kImpossible : Verdict::kPossible) << "nobody else writes the 1";
  }
}

// What nothing can bring about ends the search after the first run, and is counted.
TEST(PcrEdge, EverythingImpossibleEndsAfterTheFirstRun) {
  detect::RunText run;  // the reader is woken by the writer
  run.Threads(2).Lock(2, kMutex, 1).Wait(2, 0x8000, kMutex, 2);
  run.Lock(1, kMutex, 3).Write(1, 4, kX, 4, 1).Signal(1, 0x8000, 3).Unlock(1, kMutex, 5);
  run.Woken(2, 0x8000, kMutex).Read(2, 6, kX, 4, 1).Unlock(2, kMutex, 7);
  Search search({});
  search.Observe(nullptr, run.Trace());
  EXPECT_FALSE(search.Next());
  EXPECT_EQ(search.left(), 0u);
  EXPECT_GT(search.counts().proposed, 0u);
  EXPECT_GT(search.solving().unsat + search.solving().unknown + search.counts().dropped[7] + search.counts().dropped[4], 0u);
}

// Runs that failed show patterns, too, and suggest others.
TEST(PcrEdge, FailedRunsAreLookedAt) {
  for (const abi::EndKind how : {abi::EndKind::kSignal, abi::EndKind::kDeadlock, abi::EndKind::kException}) {
    detect::RunText run;
    run.Threads(2);
    for (const auto& [tid, site] : {std::pair(1u, 6u), std::pair(2u, 19u), std::pair(1u, 8u)}) run.Read(tid, site, kX, 8, 7);
    Search search({});
    search.Observe(nullptr, run.Write(2, 26, kX, 8, 0).Trace(how));
    EXPECT_GT(search.covered().patterns(), 0u);
    EXPECT_TRUE(search.Next());
  }
}

// Reads that were left free may lead elsewhere: once more with all of them kept.
TEST(PcrEdge, AMissIsTriedAgainWithAllReadsKept) {
  Search search({});
  search.Observe(nullptr, TornSnapshot());
  const auto work = search.Next();
  ASSERT_TRUE(work);
  ASSERT_EQ(work->aim.kept, Kept::kBranches);
  EXPECT_EQ(search.Observe(&*work, TornSnapshot()), Search::Result::kMissed);
  EXPECT_EQ(search.counts().retries, 1u);
}

// A run that left its plan is counted, and the search ends though nothing ever happens as planned.
TEST(PcrEdge, RunsThatGoElsewhereEndTheSearch) {
  Search search({});
  search.Observe(nullptr, AttachRemove());
  Trace elsewhere = AttachRemove();
  int runs = 0;
  for (; runs < 100; ++runs) {
    const auto work = search.Next();
    if (!work) break;
    search.Observe(&*work, elsewhere);
  }
  EXPECT_LT(runs, 100);
  EXPECT_GT(search.counts().missed + search.counts().missed_diverged, 0u);
}

// Fields side by side are two variables; bytes that an access covers are not.
TEST(PcrEdge, AdjacentFieldsNeverConflict) {
  detect::RunText apart, together;
  apart.Threads(2).Write(1, 1, kX, 4, 1).Write(2, 2, kX + 4, 4, 2);
  EXPECT_TRUE(pcr::Run::Make(apart.Trace())->cells.empty());
  together.Threads(2).Write(1, 1, kX, 4, 1).Write(2, 2, kX + 2, 4, 2);
  EXPECT_EQ(pcr::Run::Make(together.Trace())->cells.size(), 1u);
}

// Without Z3 what the closure solver leaves open is unknown, never impossible.
TEST(PcrEdge, WithoutZ3NothingIsCalledImpossibleForWantOfASolver) {
  SearchOptions options;
  options.solve.only_z3 = true;  // and there is none
  options.solve.z3 = {};
  Search search(options);
  search.Observe(nullptr, AttachRemove());
  EXPECT_FALSE(search.Next());
  EXPECT_EQ(search.solving().unsat, 0u);
  EXPECT_EQ(search.solving().unknown, search.solving().solved);
  for (const auto& [key, attempt] : search.attempts()) EXPECT_NE(attempt.fate, Search::Fate::kInfeasible);
}

// The same value again is no new state: nobody would see a difference.
TEST(PcrEdge, WritingTheSameValueIsDropped) {
  for (const std::uint64_t second : {1u, 2u}) {
    detect::RunText run;
    run.Threads(2).Write(1, 1, kX, 4, 1).Write(2, 2, kX, 4, second).Read(1, 3, kX, 4, second);
    const auto made = pcr::Run::Make(run.Trace());
    ASSERT_TRUE(made);
    const Pattern other = MakePattern(*made, {AtSite(*made, 2), AtSite(*made, 1)}, {true, true}, {0, 0});
    ASSERT_EQ(other.number, 3);
    EXPECT_EQ(Candidates(*made, {}).Drop(other, {}), second == 1 ? 4 : 0) << second;
  }
}

// Elements of an array are variables of their own; patterns of two of them at the same places are one pattern.
TEST(PcrEdge, ElementsAreDifferentVariablesAndOnePattern) {
  detect::RunText run;
  run.Threads(2).Write(1, 1, kX, 4, 1).Read(2, 2, kX + 4, 4, 0).Write(1, 1, kX + 4, 4, 1).Read(2, 2, kX, 4, 1);
  const Trace trace = run.Trace();
  EXPECT_EQ(pcr::Run::Make(trace)->cells.size(), 2u);
  detect::PatternCoverage covered;
  covered.Analyse(trace);
  detect::PatternKey write_read(2), read_write(1);
  write_read.Add(1), write_read.Add(2);
  read_write.Add(2), read_write.Add(1);
  EXPECT_TRUE(covered.Covers(write_read.value()));
  EXPECT_TRUE(covered.Covers(read_write.value()));
  EXPECT_EQ(covered.Possible().tc, 8u) << "one place reads, one writes: counted once for both elements";
}

// A pattern whose runs go elsewhere five times in a row is given up and counted.
TEST(PcrEdge, APatternThatNeverComesIsGivenUpAfterFiveRuns) {
  SearchOptions options;
  options.max_tries = 100;  // so that only the misses end it
  options.kept = Kept::kAll;
  Search search(options);
  // The reader always comes first, and looks once more often each time: a schedule of another effect every time.
  const auto elsewhere = [](unsigned looks) {
    detect::RunText run;
    run.Threads(2);
    for (unsigned i = 0; i < looks; ++i) run.Read(1, 5, kX, 8, 7);
    return run.Read(1, 6, kX, 8, 7).Write(2, 26, kX, 8, 0).Trace();
  };
  search.Observe(nullptr, elsewhere(1));
  std::map<std::uint64_t, int> runs;
  for (unsigned i = 2; i < 200; ++i) {
    const auto work = search.Next();
    if (!work) break;
    ++runs[work->aim.key];
    search.Observe(&*work, elsewhere(i));
  }
  EXPECT_FALSE(search.Next());
  EXPECT_EQ(search.counts().unstable_keys, runs.size());
  for (const auto& [key, count] : runs) EXPECT_EQ(count, 5);
}

// mcr looks at a limited number of values of a run, and says what it left out.
TEST(PcrEdge, ValuesOfALongRunAreLimited) {
  detect::RunText run;
  run.Threads(2);
  for (unsigned i = 0; i < 40; ++i) run.Write(1, 1, kX, 4, i + 1).Read(2, 2, kX, 4, i + 1);
  SearchOptions options;
  options.goal = Goal::kValues, options.kept = Kept::kAll;
  options.limits.per_run = 10;
  Search search(options);
  for (std::uint64_t runs = 1; runs <= 2; ++runs) {
    search.Observe(nullptr, run.Trace());
    EXPECT_LE(search.counts().candidates, 10 * runs);
    EXPECT_GT(search.counts().capped, 100 * runs);
  }
}

// When the time is over nothing more is solved for, and nothing is said about it.
TEST(PcrEdge, WhatIsLeftWhenTheTimeIsOverIsLeft) {
  for (const Goal goal : {Goal::kPatterns, Goal::kValues}) {
    SearchOptions options;
    options.goal = goal;
    int asked = 0;
    options.over = [&asked] { return ++asked > 2; };
    Search search(options);
    search.Observe(nullptr, AttachRemove());
    while (search.Next()) {
    }
    EXPECT_LE(search.solving().solved, 2u);
    EXPECT_GT(search.left() + search.counts().capped, 0u);
    for (const auto& [key, attempt] : search.attempts()) EXPECT_NE(attempt.fate, Search::Fate::kInfeasible);
  }
}

// What Z3 has no time for is unknown, never impossible, and no reason is kept.
TEST(PcrEdge, TimeoutsOfZ3AreUnknown) {
  const Z3* z3 = Z3::Load();
  if (z3 == nullptr) GTEST_SKIP() << "no Z3";
  RandomRunOptions random;
  random.threads = 4, random.events = 300, random.variables = 6, random.locks = 3;
  random.conditions = random.rwlocks = random.tries = false;
  SearchOptions options;
  options.solve.only_z3 = true, options.solve.z3 = [z3] { return z3; };
  options.solve.z3_timeout_ms = 1, options.solve.z3_events = 5000;
  options.kept = Kept::kAll;
  Search search(options);
  search.Observe(nullptr, RandomRun(11, random).Make());
  EXPECT_GT(search.solving().z3, 0u);
  EXPECT_GT(search.solving().unknown, 0u);
  std::uint64_t infeasible = 0;
  for (const auto& [key, attempt] : search.attempts()) infeasible += attempt.fate == Search::Fate::kInfeasible;
  EXPECT_LE(infeasible, search.solving().unsat);
  EXPECT_EQ(search.solving().unsat + search.solving().unknown + search.solving().possible, search.solving().solved);
  EXPECT_LE(search.solver().cores().size(), search.solving().unsat);
}

// The guard of a static local: the program looks at it itself, the library writes it. A look that saw nothing done comes before
// the end of the initialiser, one that saw it done after.
TEST(PcrEdge, LooksAtAGuardStayOnTheirSideOfTheEnd) {
  constexpr std::uint64_t kGuard = 0x8000;
  using Kind = abi::EventKind;
  const auto run_of = [](bool done) {
    detect::RunText text;
    text.Threads(2).Read(1, 1, kGuard, 1, 0).Point(1, Kind::kOnceRun, 2, kGuard, 0);
    if (!done) text.Read(2, 3, kGuard, 1, 0);
    text.Write(1, 4, kX, 4, 1).Point(1, Kind::kOnceEnd, 5, kGuard, 0);
    if (done) text.Read(2, 3, kGuard, 1, 1);
    else text.Point(2, Kind::kOnceReturn, 6, kGuard, 0);
    text.Read(2, 7, kX, 4, 1).Write(1, 8, kX, 4, 2);
    return Run::Make(text.Trace());
  };
  Query query;
  query.kept = Kept::kAll;
  const auto early = run_of(false);
  ASSERT_TRUE(early);
  query.steps = {AtSite(*early, 8), AtSite(*early, 7)};
  const Answer answer = SolveQuery(*early, query);
  ASSERT_EQ(answer.verdict, Verdict::kPossible);
  const auto place = [&](unsigned site) { return std::ranges::find(answer.order, AtSite(*early, site)); };
  EXPECT_LT(place(3), place(5));
  const auto late = run_of(true);
  ASSERT_TRUE(late);
  query.steps = {AtSite(*late, 7), AtSite(*late, 4)};
  EXPECT_EQ(SolveQuery(*late, query).verdict, Verdict::kImpossible);
}

}  // namespace
}  // namespace reweave::pcr
