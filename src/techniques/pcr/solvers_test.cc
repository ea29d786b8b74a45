#include <gtest/gtest.h>

#include <cstdlib>

#include "techniques/pcr/order.h"
#include "techniques/pcr/testing.h"
#include "techniques/pcr/testing/random_runs.h"
#include "techniques/pcr/z3.h"

namespace reweave::pcr {
namespace {

// Queries of a run: some pairs, triples and quadruples of accesses of two threads, whatever the rules would say.
std::vector<Query> SomeQueries(const Run& run, std::mt19937& random, std::size_t wanted) {
  std::vector<Query> out;
  std::vector<std::uint32_t> accesses;
  for (std::uint32_t i = 0; i < run.accesses.size(); ++i) accesses.push_back(i);
  for (std::size_t tries = 0; tries < 50 * wanted && out.size() < wanted && accesses.size() > 3; ++tries) {
    const auto draw = [&] { return run.accesses[accesses[random() % accesses.size()]]; };
    const CellAccess a = draw(), b = draw(), c = draw();
    const auto tid = [&](const CellAccess& x) { return run.events[x.event].tid; };
    if (tid(a) == tid(b) || a.cell != b.cell || !(a.writes || b.writes)) continue;
    Query query;
    query.steps = {a.event, b.event}, query.cells = {a.cell};
    if (tid(c) == tid(a) && c.cell == a.cell && c.event != a.event && random() % 2 == 0) query.steps.push_back(c.event);
    if (query.steps.size() == 2 && tid(c) == tid(b) && c.cell != a.cell && c.event != b.event && random() % 2 == 0) {
      query.steps.push_back(c.event);
      query.cells.push_back(c.cell);
    }
    out.push_back(query);
  }
  return out;
}

RandomRunOptions OptionsFor(unsigned seed) {
  RandomRunOptions options;
  options.threads = 2 + seed % 4;
  options.events = 12 + seed % 40;
  options.variables = 1 + seed % 3;
  return options;
}

bool Slow() { return std::getenv("REWEAVE_TEST_SLOW") != nullptr; }

TEST(PcrSolvers, AC5_ClosureAgreesWithZ3) {
  const Z3* z3 = Z3::Load();
  if (z3 == nullptr) GTEST_SKIP() << "no Z3";
  Closure closure;
  std::mt19937 random(7);
  std::size_t possible = 0, impossible = 0, decided = 0, cores = 0;
  const unsigned runs = Slow() ? 10000 : 1000;
  for (unsigned seed = 1; seed <= runs; ++seed) {
    const auto run = Run::Make(RandomRun(seed, OptionsFor(seed)).Make());
    ASSERT_TRUE(run) << seed << " " << run.error().ToString();
    for (const Query& query : SomeQueries(*run, random, Slow() ? 2 : 1)) {
      const Problem problem(*run, query);
      const Answer ours = closure.Solve(problem);
      const Formula formula = MakeFormula(problem);
      const FormulaAnswer theirs = z3->Solve(formula, 10000);
      ASSERT_NE(theirs.verdict, Verdict::kUnknown);
      ASSERT_EQ(ours.verdict, theirs.verdict) << "seed " << seed;
      decided += ours.decisions != 0;
      if (ours.verdict == Verdict::kPossible) {
        ++possible;
        EXPECT_EQ(Simulate(problem, ours.order), "") << seed;
        EXPECT_EQ(Simulate(problem, theirs.order), "") << seed;
        continue;
      }
      ++impossible;
      if (ours.decisions == 0 && (Slow() || impossible % 4 == 0)) {
        ++cores;
        ASSERT_FALSE(ours.core.empty()) << seed;
        EXPECT_EQ(z3->Solve(Restrict(formula, ours.core, *run), 10000).verdict, Verdict::kImpossible) << "core, seed " << seed;
      }
    }
  }
  RecordProperty("possible", static_cast<int>(possible));
  std::printf("%zu possible, %zu impossible, %zu cores, %zu needed decisions\n", possible, impossible, cores, decided);
  EXPECT_GT(possible, runs / 8);
  EXPECT_GT(impossible, runs / 8);
}

TEST(PcrSolvers, AC5_BruteForceAgreesOnSmallRuns) {
  Closure closure;
  std::mt19937 random(3);
  std::size_t compared = 0;
  for (unsigned seed = 1; seed <= 600; ++seed) {
    RandomRunOptions options = OptionsFor(seed);
    options.threads = 2 + seed % 2, options.events = 14, options.variables = 2;
    const auto run = Run::Make(RandomRun(seed, options).Make());
    ASSERT_TRUE(run);
    for (const Query& query : SomeQueries(*run, random, 4)) {
      const Problem problem(*run, query);
      if (problem.size() > 14 || problem.size() < 4) continue;  // with two or three beginnings of threads
      const bool exists = !AllOrders(problem, MakeFormula(problem)).empty();
      ASSERT_EQ(closure.Solve(problem).verdict, exists ? Verdict::kPossible : Verdict::kImpossible) << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 300u);
}

}  // namespace
}  // namespace reweave::pcr
