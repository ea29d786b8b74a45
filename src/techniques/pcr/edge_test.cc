// Unusual runs and how the search takes them.
#include <gtest/gtest.h>

#include "techniques/pcr/search.h"
#include "techniques/pcr/testing.h"

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

}  // namespace
}  // namespace reweave::pcr
