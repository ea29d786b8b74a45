// The search on worked examples: which runs it makes, and what it says about them.
#include "techniques/paths/search.h"

#include <gtest/gtest.h>

#include "techniques/paths/testing.h"
#include "techniques/paths/testing/explored.h"

namespace reweave::paths {
namespace {

constexpr int kX = 1, kY = 2;

// Figure 3: n = x + y is compared with 0; the condition is "n > -1", that is nonneg.
std::vector<Body> Figure3() {
  return {{Load(1, kX, 0), Load(101, kY, 1), Sum(0, 1), If(2, 0, -1), Load(7, kY, 2)},
          {Store(10, kX, -10), Store(11, kY, 2), Load(12, kX, 3)}};
}
const std::vector<std::uint16_t> kFigure3Order = {0, 1, 0, 1, 0, 1};

TEST(PathsGolden, G4_DefaultMode) {
  const Explored found = Explore(Figure3(), {}, kFigure3Order);
  EXPECT_EQ(found.orders, (std::vector<std::string>{"1 10 11 101", "10 1"}));
  EXPECT_EQ(found.executed, 3u);
  EXPECT_EQ(found.ended, Ended::kRows);
  const Explored all = Explore(Figure3(), {.stop_at_rows = false}, kFigure3Order);
  EXPECT_EQ(all.executed, 4u);
  EXPECT_EQ(all.ended, Ended::kVariants);
}

std::vector<Body> CommonsPool() {
  return {{Load(11, 1), Load(12, 2)},
          {Lock(905, 10), Load(906, 3), If(907, 0, 0, {}, {Store(910, 2, 1)}), Unlock(911, 10)},
          {Lock(763, 10), Store(764, 1, 5), Load(1765, 3, 1), Store(765, 3, 1, 1), Unlock(766, 10)}};
}
const std::vector<std::uint16_t> kCommonsPoolOrder = {2, 2, 2, 2, 2, 0, 0, 1, 1, 1};

// What is said about a search that ended: "complete" only if nothing was left out.
TEST(PathsClaim, AllOutcomesSeenIsNotComplete) {
  const Explored rows = Explore(Figure3(), {}, kFigure3Order);
  ASSERT_EQ(rows.ended, Ended::kRows);
  EXPECT_FALSE(rows.complete);
  EXPECT_GT(rows.left, 0u);
  EXPECT_GT(rows.counts.untested_groups, 0u);
  const Explored all = Explore(Figure3(), {.stop_at_rows = false}, kFigure3Order);
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.left, 0u);
  EXPECT_EQ(all.counts.untested_groups, 0u);
}

TEST(PathsClaim, PaperModeIsNeverCompleteWhereABranchIsAffected) {
  EXPECT_FALSE(Explore(Figure3(), {.mode = Mode::kPaper}, kFigure3Order).complete);
  EXPECT_FALSE(Explore(CommonsPool(), {.mode = Mode::kPaper}, kCommonsPoolOrder).complete);
  const std::vector<Body> alone = {{Load(1, kX, 0), If(2, 0, 0)}, {Load(3, kX, 0)}};
  EXPECT_TRUE(Explore(alone, {.mode = Mode::kPaper}).complete);
}

TEST(PathsClaim, PairsOfThreeThreadsAreNotComplete) {
  EXPECT_FALSE(Explore(CommonsPool(), {.mode = Mode::kPairs}, kCommonsPoolOrder).complete);
  EXPECT_TRUE(Explore(Figure3(), {.mode = Mode::kPairs}, kFigure3Order).complete);
}

// Thirteen branches that each can go both ways: with so many combinations, each outcome of each branch is the goal. The search
// ends long before it has tried all orders, and says that it has not.
TEST(PathsClaim, TooManyCombinationsEndWithoutAClaim) {
  std::vector<Body> program(3);
  for (std::uint32_t i = 0; i < 13; ++i) {
    program[0].push_back(Load(10 * i + 1, static_cast<int>(i + 1), 0)), program[0].push_back(If(10 * i + 2, 0, 0));
    program[1 + i % 2].push_back(Store(10 * i + 3, static_cast<int>(i + 1), 1));
  }
  const Explored found = Explore(program, {.node_cap = 2000});
  EXPECT_NE(found.ended, Ended::kNo);
  EXPECT_FALSE(found.complete);
  EXPECT_TRUE(found.counts.reduced);
  EXPECT_LE(found.executed, 100u);
}

TEST(PathsClaim, ABudgetThatEndsIsNotComplete) {
  EXPECT_FALSE(Explore(Figure3(), {.stop_at_rows = false}, kFigure3Order, 2).complete);
}

// Two branches; the second is the one that the change touches, by its own line or by that of the write it depends on.
TEST(PathsChange, BranchesThatTheChangeTouchesComeFirst) {
  const std::vector<Body> program = {{Load(1, kX, 0), If(2, 0, 0), Load(3, kY, 1), If(4, 1, 0)},
                                     {Store(10, kX, 1), Store(11, kY, 1)}};
  const auto first = [&](Search::Touches touches) {
    Search search({});
    if (touches) search.Prefer(std::move(touches));
    const auto run = std::make_shared<const Execution>(ExecuteToy(program, {0, 0, 1, 1}).Finish());
    search.Add(run, std::nullopt);
    const auto test = search.Next();
    return test ? run->ops[test->order.back()].site : 0;
  };
  EXPECT_EQ(first({}), 3u);
  EXPECT_EQ(first([](std::uint32_t site) { return site == 2; }), 1u);
  EXPECT_EQ(first([](std::uint32_t site) { return site == 4; }), 3u);
  EXPECT_EQ(first([](std::uint32_t site) { return site == 11; }), 3u);
  EXPECT_EQ(first([](std::uint32_t site) { return site == 10; }), 1u);
}

TEST(PathsChange, TheOrderOfRunsChangesNothingElse) {
  const std::vector<Body> program = {{Load(1, kX, 0), If(2, 0, 0), Load(3, kY, 1), If(4, 1, 0)},
                                     {Store(10, kX, 1), Store(11, kY, 1)}};
  Search search({.stop_at_rows = false});
  search.Prefer([](std::uint32_t site) { return site == 4; });
  std::vector<std::shared_ptr<const Execution>> runs;
  std::set<std::string> paths;
  std::optional<paths::Test> test;
  bool others = false;  // a run for the rest came before one for the change: never
  do {
    std::vector<std::uint16_t> order;
    if (test)
      for (const std::uint32_t op : test->order) order.push_back(runs[test->source]->ops[op].thread);
    ToyRun run = ExecuteToy(program, order);
    paths.insert(run.Paths());
    runs.push_back(std::make_shared<const Execution>(run.Finish()));
    search.Add(runs.back(), test ? std::optional(test->id) : std::nullopt);
    const std::uint64_t before = search.preferred_left();
    test = search.Next();
    others = others || (test && before != 0 && search.preferred_left() == before);
  } while (test);
  EXPECT_FALSE(others);
  EXPECT_EQ(paths, AllPaths(program));
  EXPECT_TRUE(search.complete());
}

TEST(PathsGolden, G4_PaperMode) {
  const Explored found = Explore(Figure3(), {.mode = Mode::kPaper}, kFigure3Order);
  EXPECT_EQ(found.orders, (std::vector<std::string>{"1 101 7", "1 10 101 7", "1 10 11 101", "10 1"}));
  EXPECT_EQ(found.executed, 5u);
  EXPECT_EQ(found.ended, Ended::kRows);
}

TEST(PathsGolden, G4_FiveGroups) { EXPECT_EQ(Explore(Figure3(), {.mode = Mode::kPaper}, kFigure3Order, 1).counts.groups, 5u); }

// All 20 orders of the two threads fall into six classes of versions: as many runs as complete reachability testing needs. With
// two threads, pairs of threads are all there is.
TEST(PathsGolden, G2_ReachabilityTesting) {
  const std::vector<Body> program = Figure3();
  std::set<std::vector<std::pair<std::uint32_t, std::uint32_t>>> classes;
  std::vector<std::uint16_t> order = {0, 0, 0, 1, 1, 1};
  std::size_t orders = 0;
  do {
    const Execution run = ExecuteToy(program, order).Finish();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> versions;
    for (const Op& op : run.ops) versions.emplace_back(op.site, op.version);
    std::ranges::sort(versions);
    classes.insert(versions);
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  EXPECT_EQ(orders, 20u);
  EXPECT_EQ(classes.size(), 6u);
  const Explored reach = Explore(program, {.mode = Mode::kReach}, kFigure3Order),
                 pairs = Explore(program, {.mode = Mode::kPairs}, kFigure3Order);
  EXPECT_EQ(reach.executed, 6u);
  EXPECT_EQ(pairs.executed, reach.executed);
}

TEST(PathsGolden, G8_BranchTable) {
  BranchTable table;
  const auto b1 = table.AddBranch(), b2 = table.AddBranch();
  const auto join = [&](std::uint32_t group, std::initializer_list<std::uint32_t> variants) {
    for (const std::uint32_t variant : variants) table.Join(variant, group);
  };
  join(table.Group(b1, 1), {1, 2, 3}), join(table.Group(b1, 2), {5}), join(table.Group(b1, 3), {4});
  join(table.Group(b2, 1), {1, 2, 4}), join(table.Group(b2, 2), {3, 5});
  table.Executed(1, {{b1, 1}, {b2, 1}});
  EXPECT_EQ(table.NextTests(), (std::vector<std::uint32_t>{5}));
  table.Executed(5, {{b1, 0}, {b2, 0}});
  join(table.Group(b1, 2), {6}), join(table.Group(b2, 1), {6});
  EXPECT_EQ(table.NextTests(), (std::vector<std::uint32_t>{6, 3}));  // rows FT and TF
  table.Executed(3, {{b1, 1}, {b2, 0}});
  table.Executed(6, {{b1, 0}, {b2, 1}});
  EXPECT_TRUE(table.all_rows_tested());
  EXPECT_EQ(table.groups() - table.tested_groups(), 1u);
}

TEST(PathsGolden, G9_OneFurtherRun) {
  for (const Mode mode : {Mode::kDefault, Mode::kPaper}) {
    const Explored found = Explore(CommonsPool(), {.mode = mode}, kCommonsPoolOrder);
    EXPECT_EQ(found.executed, 2u);
    EXPECT_EQ(found.paths.size(), 2u);
    EXPECT_EQ(found.counts.groups, 2u);
    EXPECT_EQ(found.not_followed, 0u);
  }
}

TEST(PathsGolden, G10_FiveGroupsThreeRuns) {
  // p stays above 0: every branch has the same outcome.
  const std::vector<Body> program = {{Load(279, 1, 0), If(280, 0, -1), Store(286, 1, 3), Load(279, 1, 0), If(280, 0, -1)},
                                     {Store(112, 1, 2), Load(123, 1, 1)}};
  const std::vector<std::uint16_t> order = {0, 0, 0, 1, 1};
  // Later runs add groups of their own; those of the first run are covered by the first two of the others.
  EXPECT_EQ(Explore(program, {.mode = Mode::kPaper}, order, 1).counts.groups, 5u);
  const Explored paper = Explore(program, {.mode = Mode::kPaper}, order);
  ASSERT_GE(paper.orders.size(), 2u);
  EXPECT_EQ(paper.orders[0], "112");
  EXPECT_EQ(paper.orders[1], "279 286 112 279");
  const Explored found = Explore(program, {}, order);
  EXPECT_EQ(found.executed, 3u);
  EXPECT_EQ(found.ended, Ended::kVariants);
}

TEST(PathsGolden, G11_PaperModeMissesAPath) {
  const std::vector<Body> program = {{Store(1, kY, 2), Store(2, kX, 2)},
                                     {Load(20, kX, 0), If(21, 0, 0, {}, {Load(22, kY, 1)}), Load(23, kY, 2), If(24, 2, 1)}};
  const std::vector<std::uint16_t> order = {0, 0, 1, 1};
  ASSERT_EQ(AllPaths(program).size(), 3u);
  const Explored paper = Explore(program, {.mode = Mode::kPaper}, order);
  EXPECT_EQ(paper.executed, 2u);
  EXPECT_EQ(paper.paths.size(), 2u);
  const Explored found = Explore(program, {}, order);
  EXPECT_EQ(found.orders, (std::vector<std::string>{"20", "20 22 23"}));
  EXPECT_EQ(found.executed, 3u);
  EXPECT_EQ(found.paths.size(), 3u);
}

// Both look, then act: each run shows one thread's write only, and with it that the other thread's branch is affected.
TEST(PathsSearch, BothThreadsCheckAndAct) {
  const Body act = {Load(1, kX, 0), If(2, 0, 0, {}, {Store(3, kX, 1)})};
  const std::vector<Body> program = {act, act};
  EXPECT_EQ(AllPaths(program).size(), 3u);
  for (const Tail tail : {Tail::kFirst, Tail::kLast, Tail::kStay}) {
    const Explored found = Explore(program, {}, {}, 100, tail);
    EXPECT_EQ(found.paths, AllPaths(program));
  }
}

TEST(PathsCheck, K6_OnlyReadSharedVariables) {
  const std::vector<Body> program = {{Load(1, kX, 0), If(2, 0, 0)}, {Load(3, kX, 0), If(4, 0, 0)}};
  const Explored found = Explore(program, {});
  EXPECT_EQ(found.executed, 1u);
  EXPECT_EQ(found.counts.groups, 0u);
}

// Every order that is asked for can be followed, and leads to what it was made for; ten times the same.
TEST(PathsCheck, K2_EveryVariantIsRealised) {
  const std::vector<Body> figure6 = {
      {Load(10, kX, 0), If(11, 0, 0, {Lock(12, 10), Store(13, kX, 5), Unlock(14, 10)}, {Store(15, kX, 6)})},
      {Lock(20, 10), Lock(21, 11), Load(22, kY, 1), Store(23, kX, 0), Unlock(24, 11), Unlock(25, 10)}};
  const std::tuple<std::vector<Body>, std::vector<std::uint16_t>> programs[] = {
      {Figure3(), kFigure3Order}, {figure6, {0, 0, 0, 0, 1, 1, 1, 1, 1, 1}}, {CommonsPool(), kCommonsPoolOrder}};
  std::size_t tried = 0;
  for (const auto& [program, first] : programs) {
    ToyRun toy = ExecuteToy(program, first);
    const Execution run = toy.Finish();
    const Relevance relevance = FindRelevance(run);
    for (const auto kind : {GraphOptions::Kind::kVersions, GraphOptions::Kind::kReadsFrom}) {
      const Graph graph = BuildGraph(run, {.kind = kind, .relevant = relevance.relevant, .all_variants = true});
      for (const Variant& variant : graph.variants) {
        const std::vector<std::uint32_t> path = ExpandPath(run, variant.path);
        std::vector<std::uint16_t> order;
        for (const std::uint32_t op : path) order.push_back(run.ops[op].thread);
        for (int again = 0; again < 10; ++again) {
          bool followed = false;
          ToyRun other = ExecuteToy(program, order, &followed);
          ASSERT_TRUE(followed);
          const Execution realised = other.Finish();
          for (std::size_t i = 0; i < path.size(); ++i) ASSERT_EQ(realised.ops[i].anchor, run.ops[path[i]].anchor);
          if (kind == GraphOptions::Kind::kVersions)
            EXPECT_NE(realised.ops[path.size() - 1].version, run.ops[path.back()].version);
          else
            EXPECT_NE(
                realised.ops[path.size() - 1].writer == kNoOp ? 0 : realised.ops[realised.ops[path.size() - 1].writer].anchor,
                run.ops[path.back()].writer == kNoOp ? 0 : run.ops[run.ops[path.back()].writer].anchor);
          ++tried;
        }
      }
    }
  }
  EXPECT_GT(tried, 100u);
}

// A long run, and the time is over when its orders are looked for: nobody waits until all of them are written down, in no mode.
TEST(PathsTime, NoModeLooksForOrdersWhenItsTimeIsOver) {
  Body turns, writes;
  for (int i = 0; i < 600; ++i) {
    turns.push_back(Load(1, 1, 0)), turns.push_back(If(2, 0, 0));
    writes.push_back(Store(10, 1, i));
  }
  const auto run = std::make_shared<const Execution>(ExecuteToy({turns, writes}, {}).Finish());
  for (const Mode mode : {Mode::kDefault, Mode::kPaper, Mode::kReach, Mode::kPairs}) {
    std::uint64_t asked = 0;
    Search search({.mode = mode, .over = [&] { return ++asked > 2; }});
    search.Add(run, std::nullopt);
    EXPECT_LE(search.counts().variants, 2u) << static_cast<int>(mode);
    EXPECT_LE(asked, 16u) << static_cast<int>(mode);
    EXPECT_TRUE(search.counts().capped) << static_cast<int>(mode);
    EXPECT_FALSE(search.complete());
  }
}

// All orders of a long run together are the square of its length: some are left out, and it is said.
TEST(PathsTime, OrdersOfALongRunAreBounded) {
  Body turns, writes;
  for (int i = 0; i < 300; ++i) turns.push_back(Load(1, 1, 0)), writes.push_back(Store(10, 1, i));
  const Execution run = ExecuteToy({turns, writes}, {}).Finish();
  const Graph graph = BuildGraph(run, {.kind = GraphOptions::Kind::kVersions, .step_cap = 10'000, .all_variants = true});
  std::uint64_t steps = 0;
  for (const Variant& variant : graph.variants) steps += variant.path.size();
  EXPECT_TRUE(graph.capped);
  EXPECT_GE(steps, 9'000u);
  EXPECT_LE(steps, 10'000 + run.ops.size());
}

}  // namespace
}  // namespace reweave::paths
