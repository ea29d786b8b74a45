// What a search does beside solving for the next pattern: runs on paths that no run took, and what is put off.
#include "techniques/pcr/other_paths.h"

#include <gtest/gtest.h>

#include <set>

#include "explore/search/testing/simulator.h"
#include "techniques/pcr/search.h"
#include "techniques/pcr/testing.h"
#include "techniques/pcr/testing/random_programs.h"

namespace reweave::pcr {
namespace {

constexpr int kGiven = 0, kLeft = 1;  // variables: 0 = it is there, 1 = it is gone; what each thread takes from

// Takes it away and looks again; looks and brings it back. Who finds it there takes from it. Both find it there only if the first
// look comes before it is taken away, and the other one after it was brought back.
std::vector<SimBody> TakeAndBringBack() {
  return {[](SimLocals& l) -> std::optional<SimOp> {
            if (l.pc == 0) return SimOp{.kind = SimOp::kStore, .object = kGiven, .value = 1};
            if (l.pc == 1) return SimOp{.kind = SimOp::kLoad, .object = kGiven};
            if (l.pc == 2 && l.last == 0) return SimOp{.kind = SimOp::kAdd, .object = kLeft, .value = 1};
            return std::nullopt;
          },
          [](SimLocals& l) -> std::optional<SimOp> {
            if (l.pc == 0) return SimOp{.kind = SimOp::kLoad, .object = kGiven};
            if (l.pc == 1) l.r[0] = l.last;
            if (l.pc == 1 && l.r[0] == 0) return SimOp{.kind = SimOp::kAdd, .object = kLeft, .value = 1};
            if (l.pc == 1 || (l.pc == 2 && l.r[0] == 0)) return SimOp{.kind = SimOp::kStore, .object = kGiven, .value = 0};
            return std::nullopt;
          }};
}

struct Whole {
  std::set<long> left;  // what kLeft was at the end of a run
  std::uint64_t covered = 0, elsewhere = 0, missed = 0;
  bool ended = false;
};

// As if all threads called the same functions: one place of the program for all that do the same with a variable.
Trace WithSamePlaces(Trace trace) {
  for (abi::Event& event : trace.events)
    if (IsAccess(event.kind)) event.site = static_cast<std::uint32_t>(event.obj * 64 + static_cast<std::uint32_t>(event.kind));
  return trace;
}

// A run, then all that follows from it; `paths`: also where no run went.
Whole SearchAll(const Simulator& program, const SearchOptions& options, bool paths, int most = 200) {
  Search search(options);
  Plan plan;
  Whole out;
  search.Observe(nullptr, WithSamePlaces(program.Run(plan)));
  for (int i = 0; i < most && !out.ended; ++i) {
    auto work = search.Next();
    if (!work && paths) work = search.NextElsewhere(), out.elsewhere += work.has_value();
    if (!work) out.ended = true;
    if (!work) continue;
    plan.segments = work->schedule.segments, plan.outcomes = work->schedule.outcomes;
    const Trace trace = WithSamePlaces(program.Run(plan));
    if (const auto left = program.memory().find(kLeft); left != program.memory().end()) out.left.insert(left->second);
    out.missed += search.Observe(&*work, trace) != Search::Result::kIntended;
  }
  out.covered = search.covered().patterns();
  return out;
}

SearchOptions Strict() {
  SearchOptions options;
  options.kept = Kept::kAll;
  return options;
}

TEST(PcrPaths, TheWaysOfTwoThreadsAreCombined) {
  const Simulator program(TakeAndBringBack());
  const Whole without = SearchAll(program, Strict(), false), with = SearchAll(program, Strict(), true);
  EXPECT_FALSE(without.left.contains(2)) << "patterns alone find it: the program shows nothing";
  EXPECT_TRUE(with.left.contains(2));
  EXPECT_GT(with.covered, without.covered);
  EXPECT_EQ(with.missed, 0u);
  EXPECT_TRUE(with.ended);
}

TEST(PcrPaths, EverySolutionIsWhatTheProgramDoes) {
  std::uint64_t more = 0, elsewhere = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::vector<SimBody> bodies;
    for (unsigned t = 0; t < 2 + seed % 2; ++t) bodies.push_back(RandomBody(seed * 7 + t));
    const Simulator program(bodies);
    const Whole without = SearchAll(program, Strict(), false, 40), with = SearchAll(program, Strict(), true, 40);
    EXPECT_EQ(with.missed, 0u) << "program " << seed;
    EXPECT_GE(with.covered, without.covered) << "program " << seed;
    more += with.covered - without.covered, elsewhere += with.elsewhere;
  }
  std::printf("%lu runs elsewhere, %lu patterns more\n", elsewhere, more);
  EXPECT_GT(elsewhere, 20u);
  EXPECT_GT(more, 50u);
}

// Behind a compare-exchange that fails is something that no other run does. It fails only if the variable is written between the
// load that it follows and itself: what was loaded has to stay.
TEST(PcrPaths, ACompareExchangeFails) {
  const Simulator program(
      {[](SimLocals& l) -> std::optional<SimOp> {
         if (l.pc == 0) return SimOp{.kind = SimOp::kLoad, .object = kGiven};
         if (l.pc == 1) l.r[0] = l.last;
         if (l.pc == 1) return SimOp{.kind = SimOp::kCas, .object = kGiven, .value = l.r[0] + 1, .expected = l.r[0]};
         if (l.pc == 2 && l.last == 0) return SimOp{.kind = SimOp::kStore, .object = kLeft, .value = 2};
         return std::nullopt;
       },
       Straight({{.kind = SimOp::kStore, .object = kGiven, .value = 9}, {.kind = SimOp::kLoad, .object = kLeft}})});
  EXPECT_TRUE(SearchAll(program, Strict(), true).left.contains(2));
  SearchOptions branches;
  EXPECT_TRUE(SearchAll(program, branches, true).left.contains(2));
}

// A read whose value nothing depends on leads nowhere else.
TEST(PcrPaths, OnlyReadsThatDecide) {
  const auto turns = [](bool branch) {
    detect::RunText text;
    text.Threads(2).Read(0, 9, kX, 4, 0).Write(1, 1, kX, 4, 1).Read(2, 2, kX, 4, 1);
    abi::Event event{};
    event.kind = abi::EventKind::kBranch, event.tid = branch ? 2 : 1, event.site = 9;
    text.Raw(event);
    const auto trace = std::make_shared<const Trace>(text.Trace());
    auto run = pcr::Run::Make(*trace);
    EXPECT_TRUE(run);
    OtherPaths paths;
    paths.Look(std::make_shared<const pcr::Run>(std::move(*run)), trace, 0);
    int count = 0;
    while (paths.Next()) ++count;
    return count;
  };
  EXPECT_EQ(turns(true), 1) << "the value that was there before";
  EXPECT_EQ(turns(false), 0);
}

// A loop that waits for a change asks for it in a few of its turns, not in a thousand.
TEST(PcrPaths, AWaitingLoopIsFewTurns) {
  detect::RunText text;
  text.Threads(2);
  for (unsigned i = 0; i < 1000; ++i) text.Read(1, 1, kX, 4, 0);
  text.Write(2, 2, kX, 4, 1);
  for (unsigned i = 0; i < 1000; ++i) text.Read(1, 1, kX, 4, 1);
  abi::Event event{};
  event.kind = abi::EventKind::kBranch, event.tid = 1, event.site = 9;
  text.Raw(event);
  const auto trace = std::make_shared<const Trace>(text.Trace());
  auto run = pcr::Run::Make(*trace);
  ASSERT_TRUE(run);
  OtherPaths paths;
  paths.Look(std::make_shared<const pcr::Run>(std::move(*run)), trace, 0);
  int count = 0;
  while (paths.Next()) ++count;
  EXPECT_GE(count, 2);
  EXPECT_LE(count, 16);
}

// Other writers are tried when nothing else is left, and then as before.
TEST(PcrPutOff, OtherWritersComeLast) {
  detect::RunText text;
  text.Threads(2).Read(0, 9, kX, 8, 0);
  text.Write(1, 1, kY, 4, 1).Write(1, 2, kX, 4, 0).Write(1, 3, kX + 4, 4, 0).Read(2, 4, kX, 8, 0).Read(2, 5, kY, 4, 1);
  const Trace trace = text.Trace();
  const auto run = pcr::Run::Make(trace);
  ASSERT_TRUE(run);
  Query query, used;
  query.steps = {AtSite(*run, 5), AtSite(*run, 1)};
  Solver solver({.quick_first = true});
  EXPECT_EQ(solver.Solve(*run, query, &used).verdict, Verdict::kImpossible);
  EXPECT_TRUE(solver.withheld());
  EXPECT_EQ(solver.counts().other_sources, 0u);
  solver.TakeTime(true);
  EXPECT_EQ(solver.Solve(*run, query, &used).verdict, Verdict::kPossible);
  EXPECT_FALSE(solver.withheld());

  SearchOptions options = Strict();
  options.solve.quick_first = true;
  Search search(options);
  search.Observe(nullptr, trace);
  EXPECT_GT(search.left(), 0u) << "what was put off is left";
  search.SolveRest();
  const auto first = std::ranges::find_if(search.attempts(), [](const auto& entry) {
    return entry.second.pattern == 1 && entry.second.sites[0] == 5 && entry.second.sites[1] == 1;
  });
  ASSERT_NE(first, search.attempts().end());
  EXPECT_TRUE(first->second.possible);
}

}  // namespace
}  // namespace reweave::pcr
