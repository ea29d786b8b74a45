#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "techniques/pcr/change_patterns.h"
#include "techniques/pcr/equivalence.h"
#include "techniques/pcr/report.h"
#include "techniques/pcr/search.h"
#include "techniques/pcr/testing.h"

namespace reweave::pcr {
namespace {

// What the program of G1 does under a schedule: the plan's segments, then thread by thread. A null pointer ends the run.
Trace RunAttachRemove(const Schedule* schedule) {
  const std::array<std::vector<unsigned>, 3> sites = {{{}, {6, 8, 11}, {19, 20, 22, 25, 26}}};
  detect::RunText run;
  run.Threads(2);
  std::array<std::size_t, 3> at{};
  std::uint64_t value = 7;
  bool crashed = false;
  const auto step = [&](unsigned t) {
    if (at[t] >= sites[t].size()) return false;
    const unsigned site = sites[t][at[t]++];
    if (site == 26) run.Write(t, site, kX, 8, value = 0);
    else run.Read(t, site, kX, 8, value);
    // s6 asks whether there is a list; what comes after uses it.
    if (site == 6 && value == 0) at[t] = sites[t].size();
    if (t == 1 && site != 6 && value == 0) crashed = true;
    return true;
  };
  if (schedule != nullptr) {
    for (const abi::Segment& s : schedule->segments) {
      if (s.tid == 0) continue;
      // Ordinal 1 is Begin.
      if (s.until == abi::kUntilTail) step(s.tid);
      else
        while (at[s.tid] + 2 < s.until && !crashed && step(s.tid)) {
        }
    }
  } else {  // Figure 1(b)
    for (const unsigned t : {1u, 2u, 1u, 2u, 1u, 2u, 2u, 2u}) step(t);
  }
  for (unsigned t = 1; t <= 2; ++t)
    while (!crashed && step(t)) {
    }
  return run.Trace(crashed ? abi::EndKind::kSignal : abi::EndKind::kPass);
}

struct Totals {
  SearchCounts counts;
  SolveCounts solving;
  std::uint64_t covered = 0, failing = 0;
  std::vector<int> patterns;
  std::set<std::string> failures;
};

Totals Explore(const SearchOptions& options) {
  Search search(options);
  Totals totals;
  search.Observe(nullptr, RunAttachRemove(nullptr));
  while (const auto work = search.Next()) {
    const Trace trace = RunAttachRemove(&work->schedule);
    totals.failing += trace.failed();
    if (trace.failed()) totals.failures.insert(std::to_string(trace.events[trace.events.size() - 2].site));
    totals.patterns.push_back(work->aim.pattern);
    EXPECT_EQ(search.Observe(&*work, trace), Search::Result::kIntended);
  }
  totals.counts = search.counts(), totals.solving = search.solving();
  totals.covered = search.covered().patterns();
  return totals;
}

SearchOptions Strict() {
  SearchOptions options;
  options.kept = Kept::kAll;
  return options;
}

TEST(PcrSearch, AC3_G1WholeExploration) {
  const Totals t = Explore(Strict());
  EXPECT_EQ(t.counts.runs, 4u);
  // The pairs s26 s8 and s26 s11 share the schedules of two triples, which are run first: no run before those asks for them
  // again.
  EXPECT_EQ(t.solving.solved, 5u);
  EXPECT_EQ(t.counts.duplicates, 2u);
  EXPECT_EQ(t.covered, 9u);
  EXPECT_EQ(t.failing, 2u);
  EXPECT_THAT(t.patterns, testing::ElementsAre(4, 4, 2));
}

TEST(PcrSearch, AC9_SameEffectSameSignature) {
  const Trace trace = RunAttachRemove(nullptr);
  const pcr::Run run = *pcr::Run::Make(trace);
  const auto signature = [&](std::vector<unsigned> sites) {
    Query query;
    for (const unsigned s : sites) query.steps.push_back(AtSite(run, s));
    query.cells = {0};
    const Problem problem(run, query);
    return MakeSchedule(trace, Stops(trace), problem, Closure().Solve(problem).order).signature;
  };
  EXPECT_EQ(signature({26, 8}), signature({6, 26, 8}));
  EXPECT_EQ(signature({26, 11}), signature({8, 26, 11}));
  EXPECT_NE(signature({26, 8}), signature({26, 11}));
}

TEST(PcrSearch, AC11_WithoutOneRuleTheSameFailures) {
  const Totals all = Explore(Strict());
  for (std::size_t rule = 2; rule <= 7; ++rule) {
    SearchOptions options = Strict();
    options.rules.off[rule] = true;
    const Totals t = Explore(options);
    EXPECT_GE(t.counts.runs, all.counts.runs) << rule;
    EXPECT_EQ(t.failures, all.failures) << rule;
  }
}

// W R W by one thread, R by the other: the dirty read between the two writes.
TEST(PcrSearch, AC11_Rule5AsPublishedMissesADirtyRead) {
  detect::RunText text;
  text.Threads(2).Write(1, 1, kX, 4, 1).Read(1, 2, kX, 4, 1).Write(1, 3, kX, 4, 2).Read(2, 4, kX, 4, 2);
  const Trace trace = text.Trace();
  const pcr::Run run = *pcr::Run::Make(trace);
  const Pattern dirty = MakePattern(run, {AtSite(run, 1), AtSite(run, 4), AtSite(run, 3)}, {true, false, true}, {0, 0, 0});
  ASSERT_EQ(dirty.number, 6);
  RuleOptions paper;
  paper.paper5 = true;
  EXPECT_EQ(Candidates(run, {}).Drop(dirty, {}), 0);
  EXPECT_EQ(Candidates(run, paper).Drop(dirty, {}), 5);
  bool proposed = false;
  Candidates candidates(run, {});
  for (const Pattern& p : candidates.Find({}, {}, false)) proposed |= p.key == dirty.key;
  EXPECT_TRUE(proposed);
}

TEST(PcrSearch, AC8_CoresChangeNothingButCalls) {
  SearchOptions with = Strict(), without = Strict();
  with.rules.off[7] = without.rules.off[7] = true;
  without.solve.cores = false;
  const auto explore = [](const SearchOptions& options) {
    Search search(options);
    search.Observe(nullptr, AttachRemoveLocked());
    search.Observe(nullptr, AttachRemoveLocked());
    std::multiset<std::uint64_t> keys;
    while (const auto work = search.Next()) keys.insert(work->aim.key);
    return std::tuple(keys, search.solving().solved, search.solving().avoided);
  };
  const auto [keys, solved, avoided] = explore(with);
  const auto [other_keys, other_solved, none] = explore(without);
  EXPECT_EQ(keys, other_keys);
  EXPECT_GT(avoided, 0u);
  EXPECT_EQ(none, 0u);
  EXPECT_EQ(solved + avoided, other_solved);
}

TEST(PcrSearch, McrOnG1HasThreeQueriesThatCanBe) {
  SearchOptions options = Strict();
  options.goal = Goal::kValues;
  Search search(options);
  search.Observe(nullptr, RunAttachRemove(nullptr));
  EXPECT_EQ(search.solving().possible, 3u);
  std::multiset<std::uint32_t> reads;
  while (const auto work = search.Next()) reads.insert(work->schedule.steps[0].site);
  EXPECT_THAT(reads, testing::ElementsAre(6, 8, 11));
}

// Every pattern that the runs suggest is in one of four states, before, during and after the search.
TEST(PcrSearch, EveryPatternHasOneState) {
  Search search(Strict());
  search.Observe(nullptr, RunAttachRemove(nullptr));
  EXPECT_EQ(search.Open(), 5u) << "five candidates, of which two share the schedules of others";
  while (const auto work = search.Next()) search.Observe(&*work, RunAttachRemove(&work->schedule));
  EXPECT_EQ(search.Open(), 0u);
  EXPECT_EQ(search.covered().patterns(), 9u);
  EXPECT_EQ(search.counts().variables, 1u);
}

TEST(PcrSearch, WhatMcrHasShownIsNotLeft) {
  SearchOptions options = Strict();
  options.goal = Goal::kValues;
  Search search(options);
  search.Observe(nullptr, RunAttachRemove(nullptr));
  EXPECT_EQ(search.Open(), 3u);
  while (const auto work = search.Next()) search.Observe(&*work, RunAttachRemove(&work->schedule));
  EXPECT_EQ(search.Open(), 0u);
}

// A value that a read cannot return is no pattern that cannot happen, and the report must not call it one.
TEST(PcrSearch, McrCountsValuesNotPatterns) {
  for (const Goal goal : {Goal::kPatterns, Goal::kValues}) {
    SearchOptions options = Strict();
    options.goal = goal;
    Search search(options);
    search.Observe(nullptr, RunAttachRemove(nullptr));
    const std::string line = ReportOf(search, "x").lines.at(0);
    EXPECT_EQ(line.find("values of reads: 0 shown infeasible") != std::string::npos, goal == Goal::kValues) << line;
  }
}

// With the lock it cannot be, in a run without the lock it can: it is not infeasible, in whatever order the runs come.
TEST(PcrSearch, APatternThatOneRunAllowsIsNotInfeasible) {
  for (const bool locked_first : {false, true}) {
    SearchOptions options = Strict();
    options.rules.off[7] = true;
    Search search(options);
    search.Observe(nullptr, locked_first ? AttachRemoveLocked() : AttachRemove());
    search.Observe(nullptr, locked_first ? AttachRemove() : AttachRemoveLocked());
    for (const auto& [key, attempt] : search.attempts())
      if (attempt.pattern == 4) EXPECT_EQ(attempt.fate, Search::Fate::kOpen) << locked_first;
    EXPECT_EQ(search.Open(), 5u) << locked_first;
  }
}

TEST(PcrSearch, NothingSharedIsNothingToDo) {
  detect::RunText text;
  text.Threads(2).Write(1, 1, kX, 4, 1).Write(2, 2, kY, 4, 1);
  Search search(Strict());
  search.Observe(nullptr, text.Trace());
  EXPECT_FALSE(search.Next());
  EXPECT_EQ(search.covered().Possible().tc, 0u);
}

// With --against: patterns all of whose steps the change affects come before those with one such step, and before longer ones.
TEST(PcrChange, PatternsWithMoreStepsOfTheChangeComeFirst) {
  SearchOptions options = Strict();
  options.impacted = [](const abi::Event& e) { return e.site == 26 || e.site == 6; };
  Search search(options);
  search.Observe(nullptr, RunAttachRemove(nullptr));
  std::vector<std::vector<std::uint32_t>> order;
  while (const auto work = search.Next()) {
    order.emplace_back();
    for (const Place& step : work->aim.steps) order.back().push_back(step.site);
  }
  ASSERT_GE(order.size(), 2u);
  EXPECT_THAT(order[0], testing::ElementsAre(6, 26, 8));  // two steps, length 3
  EXPECT_THAT(order[1], testing::ElementsAre(26, 6));     // two steps, length 2
}

// Coverage carried over: what the old version's runs had comes last, and is not lost.
TEST(PcrChange, PatternsOfTheOldVersionComeLast) {
  SearchOptions options = Strict();
  options.seen_before = [](std::uint8_t, std::span<const std::uint32_t> sites) {
    return std::ranges::equal(sites, std::array{6u, 26u, 8u}) || std::ranges::equal(sites, std::array{26u, 8u});
  };
  Search search(options);
  search.Observe(nullptr, RunAttachRemove(nullptr));
  EXPECT_EQ(search.counts().carried, 2u);
  std::vector<std::vector<std::uint32_t>> order;
  while (const auto work = search.Next()) {
    order.emplace_back();
    for (const Place& step : work->aim.steps) order.back().push_back(step.site);
    search.Observe(&*work, RunAttachRemove(&work->schedule));
  }
  ASSERT_EQ(order.size(), 3u);
  EXPECT_THAT(order[0], testing::ElementsAre(8, 26, 11));
  EXPECT_THAT(order[1], testing::ElementsAre(26, 6));
  EXPECT_THAT(order[2], testing::ElementsAre(6, 26, 8));
  EXPECT_EQ(search.covered().patterns(), 9u);
}

// A loop that goes round once more: the same accesses under the same locks, the same patterns are open. Nothing is solved again.
TEST(PcrSearch, RunsOfOneMannerAreSolvedForOnce) {
  const auto run = [](unsigned turns) {
    detect::RunText text;
    text.Threads(2);
    for (unsigned i = 0; i < turns; ++i) text.Lock(1, kMutex, 1).Write(1, 2, kX, 4, i + 1).Unlock(1, kMutex);
    return text.Lock(2, kMutex, 3).Read(2, 4, kX, 4, turns).Unlock(2, kMutex).Trace();
  };
  for (const bool skip : {true, false}) {
    SearchOptions options = Strict();
    options.skip_equivalent = skip, options.short_run = 0;
    Search search(options);
    search.Observe(nullptr, run(2));
    const std::uint64_t solved = search.solving().solved;
    EXPECT_GT(solved, 0u);
    while (search.Next()) {  // what waits for its run is not looked at again in any case
    }
    search.Observe(nullptr, run(3));
    EXPECT_EQ(search.counts().equivalent, skip ? 1u : 0u);
    if (skip) EXPECT_EQ(search.solving().solved, solved);
  }
  EXPECT_NE(MannersOf(*pcr::Run::Make(AttachRemove())), MannersOf(*pcr::Run::Make(AttachRemoveLocked())));
}

// The write at s26 is new: three patterns with it the run has, five it suggests, none of them impossible.
TEST(PcrChange, PatternsOfTheChangeAreCounted) {
  ChangePatterns change(AttachRemove(), {26});
  EXPECT_EQ(change.possible(), 8u);
  EXPECT_EQ(change.covered(), 3u);
  EXPECT_EQ(change.infeasible(), 0u);
  detect::PatternCoverage search;
  detect::RunText run;  // s26 before s6
  run.Threads(2);
  for (const unsigned site : {19u, 20u, 22u, 25u}) run.Read(2, site, kX, 8, 7);
  search.Analyse(run.Write(2, 26, kX, 8, 0).Read(1, 6, kX, 8, 0).Trace());
  change.Add(search);
  EXPECT_EQ(change.covered(), 4u);
  EXPECT_EQ(ChangePatterns(AttachRemove(), {99}).possible(), 0u) << "a place that nothing shares";
  // With the lock two of them cannot be.
  EXPECT_EQ(ChangePatterns(AttachRemoveLocked(), {26}).infeasible(), 2u);
}

// Three variables that one thread writes and another reads: orders of accesses to different variables that change no value are
// patterns as well. None is left because another schedule has the same effect.
TEST(PcrSearch, PatternsOfOneEffectAreAllShown) {
  const auto execute = [](const Schedule* schedule) {
    detect::RunText run;
    run.Threads(2);
    std::array<std::size_t, 3> at{};
    std::array<std::uint64_t, 3> value{};
    const auto step = [&](unsigned t) {
      if (at[t] >= 3) return false;
      const std::size_t i = at[t]++;
      if (t == 1) run.Write(t, 10 + static_cast<unsigned>(i), kX + 16 * i, 4, value[i] = 1);
      else run.Read(t, 20 + static_cast<unsigned>(i), kX + 16 * i, 4, value[i]);
      return true;
    };
    if (schedule != nullptr)
      for (const abi::Segment& s : schedule->segments) {
        if (s.tid == 0) continue;
        if (s.until == abi::kUntilTail) step(s.tid);
        else
          while (at[s.tid] + 2 < s.until && step(s.tid)) {
          }
      }
    for (unsigned t = 1; t <= 2; ++t)
      while (step(t)) {
      }
    return run.Trace();
  };
  Search search(Strict());
  search.Observe(nullptr, execute(nullptr));
  while (const auto work = search.Next()) search.Observe(&*work, execute(&work->schedule));
  EXPECT_EQ(search.Open(), 0u);
  EXPECT_EQ(search.counts().missed, 0u);
  for (const auto& [key, attempt] : search.attempts())
    if (attempt.possible) EXPECT_TRUE(search.covered().Covers(key)) << int(attempt.pattern);
}

// A kept read of eight bytes that were written in two pieces: both have to come from somewhere else.
TEST(PcrSolver, EachPieceOfAReadMayHaveAnotherSource) {
  detect::RunText text;
  text.Threads(2).Read(0, 9, kX, 8, 0);
  text.Write(1, 1, kY, 4, 1).Write(1, 2, kX, 4, 0).Write(1, 3, kX + 4, 4, 0).Read(2, 4, kX, 8, 0).Read(2, 5, kY, 4, 1);
  const auto run = Run::Make(text.Trace());
  ASSERT_TRUE(run);
  Query query, used;
  query.steps = {AtSite(*run, 5), AtSite(*run, 1)};
  Solver solver;
  EXPECT_EQ(solver.Solve(*run, query, &used).verdict, Verdict::kPossible);
  EXPECT_EQ(used.forced.size(), 2u);
}

// On most paths a pattern has no order, on one it has: it is not given up because the others came first.
TEST(PcrSearch, APatternWithoutASolutionOnSomePathsIsSolvedForOnOthers) {
  // Thread 2 reads y and goes one way or the other, with an access that only this way has; x is written in between.
  const auto run = [](unsigned way) {
    detect::RunText text;
    text.Threads(2).Write(1, 1, kX, 4, 1);
    if (way != 0) text.Write(1, 2, kY, 4, way);
    text.Read(2, 3, kY, 4, way).Read(2, 100 + way, kY + 16, 4, 0).Read(2, 4, kX, 4, 1);
    return text.Write(1, 5, kY + 16, 4, 9).Trace();
  };
  SearchOptions options = Strict();
  Search search(options);
  for (unsigned way = 1; way <= 8; ++way) search.Observe(nullptr, run(way));
  search.SolveRest();
  const auto read_first = [](const auto& entry) {
    return entry.second.pattern == 1 && entry.second.sites[0] == 4 && entry.second.sites[1] == 1;
  };
  auto found = std::ranges::find_if(search.attempts(), read_first);
  ASSERT_NE(found, search.attempts().end());
  EXPECT_FALSE(found->second.possible) << "y was written after x";
  search.Observe(nullptr, run(0));
  search.SolveRest();
  found = std::ranges::find_if(search.attempts(), read_first);
  EXPECT_TRUE(found->second.possible);
}

// Before its last step a thread may access what nobody shares. It has to be through with that before the others may run again.
TEST(PcrSchedule, TheLastStepComesAtOnceThoughPrivateAccessesAreBeforeIt) {
  detect::RunText text;
  text.Threads(2).Write(1, 4, kY, 4, 1).Write(1, 1, kX, 4, 1).Read(2, 3, kX, 4, 1);
  const Trace trace = text.Trace();
  const auto run = Run::Make(trace);
  ASSERT_TRUE(run);
  Query query;
  query.steps = {AtSite(*run, 3), AtSite(*run, 1)};
  const Problem problem(*run, query);
  const Answer answer = Closure().Solve(problem);
  ASSERT_EQ(answer.verdict, Verdict::kPossible);
  const Schedule schedule = MakeSchedule(trace, Stops(trace), problem, answer.order);
  ASSERT_GE(schedule.segments.size(), 2u);
  const abi::Segment &before = schedule.segments[schedule.segments.size() - 2], &last = schedule.segments.back();
  EXPECT_EQ(before.tid, 1u);
  EXPECT_EQ(before.until, run->events[AtSite(*run, 1)].ordinal);
  EXPECT_EQ(last.until, abi::kUntilTail);
}

// Each read of a long run could return what each write wrote: when the time is over, these are not gone through.
TEST(PcrTime, McrLeavesOffWhenItsTimeIsOver) {
  detect::RunText run;
  run.Threads(2);
  for (unsigned i = 0; i < 500; ++i) run.Write(1, 1, kX, 4, i + 1).Read(2, 2, kX, 4, i + 1);
  std::uint64_t asked = 0;
  SearchOptions options = Strict();
  options.goal = Goal::kValues;
  options.over = [&] { return ++asked > 20; };
  Search search(options);
  search.Observe(nullptr, run.Trace());
  EXPECT_LE(asked, 25u);
  EXPECT_GT(search.counts().capped, 0u);
}

}  // namespace
}  // namespace reweave::pcr
