// The worked examples of the technique, by name, with their exact counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "techniques/paths/graph.h"
#include "techniques/paths/manners.h"
#include "techniques/paths/relevance.h"
#include "techniques/paths/testing.h"

namespace reweave::paths {
namespace {

using Kind = GraphOptions::Kind;

Execution RunOf(const std::vector<Body>& program, const std::vector<std::uint16_t>& order) {
  bool followed = false;
  ToyRun run = ExecuteToy(program, order, &followed);
  EXPECT_TRUE(followed);
  return run.Finish();
}

// "1 10 1": sites of a path.
std::string Sites(const Execution& run, const std::vector<std::uint32_t>& path) {
  std::string out;
  for (const std::uint32_t op : path) out += (out.empty() ? "" : " ") + std::to_string(run.ops[op].site);
  return out;
}
std::vector<std::string> Paths(const Execution& run, const Graph& graph) {
  std::vector<std::string> out;
  for (const Variant& variant : graph.variants) out.push_back(Sites(run, variant.path));
  return out;
}

// Sites: 1 reads x, 101 reads y, 7 reads y again; 10, 11 write x and y, 12 reads x. With n: 201 writes it, 2 reads it.
// As the figure has it, n = x + y; branch on n < 0 between the reads of line 1 and line 7.
Execution Figure3Run(bool with_n) {
  RunBuilder b({NameOf("T1"), NameOf("T2")});
  const auto x = b.AddVariable(1), y = b.AddVariable(2), n = b.AddVariable(3);
  const LabelId rx = b.Read(0, x, 1);
  b.Write(1, x, 10, 0);
  const LabelId ry = b.Read(0, y, 101);
  LabelId sum = b.labels().Union(rx, ry);
  if (with_n) {
    b.Write(0, n, 201, sum);
    sum = b.Read(0, n, 2);
  }
  b.Branch(0, 2, 0, sum);
  b.Write(1, y, 11, 0);
  b.Read(0, y, 7);
  b.Read(1, x, 12);
  return b.Finish();
}

Graph Versions(const Execution& run, SyncRules sync = SyncRules::kNone) {
  return BuildGraph(run, {.kind = Kind::kVersions, .sync = sync, .all_variants = true});
}
Graph ReadsFromGraph(const Execution& run, SyncRules sync = SyncRules::kNative) {
  return BuildGraph(run, {.kind = Kind::kReadsFrom, .sync = sync, .relevant = FindRelevance(run).relevant, .all_variants = true});
}
std::size_t Keys(const Graph& graph) {
  std::vector<std::vector<std::pair<Anchor, std::uint64_t>>> keys;
  for (const Variant& variant : graph.variants) keys.push_back(variant.key);
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys.size();
}

// The published groups of a branch: variants, by number, of one order of the operations that it depends on. `complete`: with the
// rest of the run behind the variant.
std::map<std::string, std::set<std::size_t>> GroupsOf(const Execution& run, const Graph& graph,
                                                      const std::vector<std::uint32_t>& ops, bool complete = false) {
  std::map<std::string, std::set<std::size_t>> out;
  for (std::size_t i = 0; i < graph.variants.size(); ++i) {
    std::vector<std::uint32_t> order = complete ? Complete(run, graph.variants[i], SyncRules::kNone) : graph.variants[i].path;
    std::erase_if(order, [&](std::uint32_t op) { return std::ranges::find(ops, op) == ops.end(); });
    out[Sites(run, order)].insert(i + 1);
  }
  return out;
}

TEST(PathsGolden, G2_VersionGraph) {
  const Execution run = Figure3Run(false);
  const Graph graph = Versions(run);
  EXPECT_EQ(graph.nodes, 14u);
  EXPECT_EQ(graph.children, 22u);
  EXPECT_EQ(graph.duplicates, 2u);
  EXPECT_EQ(Paths(run, graph), (std::vector<std::string>{"1 101 7", "1 10 101 7", "1 10 11 101", "1 10 11 12 101", "10 1",
                                                         "10 11 1", "10 11 12 1"}));
  std::vector<std::uint32_t> versions;
  for (const Op& op : run.ops) versions.push_back(op.version);
  EXPECT_EQ(versions, (std::vector<std::uint32_t>{0, 1, 0, 1, 1, 1}));
  std::vector<std::pair<std::size_t, std::size_t>> index;  // operations of each thread on the way
  for (const Variant& variant : graph.variants) {
    const auto first =
        static_cast<std::size_t>(std::ranges::count_if(variant.path, [&](std::uint32_t op) { return run.ops[op].thread == 0; }));
    index.emplace_back(first, variant.path.size() - first);
  }
  EXPECT_EQ(index, (std::vector<std::pair<std::size_t, std::size_t>>{{3, 0}, {3, 1}, {2, 2}, {2, 3}, {1, 1}, {1, 2}, {1, 3}}));
}

TEST(PathsGolden, G2_VersionGraphWithN) {
  const Graph graph = Versions(Figure3Run(true));
  EXPECT_EQ(graph.nodes, 22u);
  EXPECT_EQ(graph.children, 36u);
  EXPECT_EQ(graph.duplicates, 8u);
  EXPECT_EQ(graph.variants.size(), 7u);
}

TEST(PathsGolden, G3_WhatTheBranchDependsOn) {
  for (const bool with_n : {false, true}) {
    const Execution run = Figure3Run(with_n);
    std::vector<std::uint32_t> sites;
    for (const std::uint32_t op : DependenciesOf(run, 0)) sites.push_back(run.ops[op].site);
    std::ranges::sort(sites);
    EXPECT_EQ(sites, (std::vector<std::uint32_t>{1, 10, 11, 101}));
  }
}

TEST(PathsGolden, G4_ReadsFromGraph) {
  const Execution run = Figure3Run(false);
  const Graph graph = ReadsFromGraph(run);
  EXPECT_EQ(graph.nodes, 16u);
  EXPECT_EQ(graph.variants.size(), 5u);
  EXPECT_EQ(Keys(graph), 2u);
  const Graph kept = BuildGraph(run, {.relevant = FindRelevance(run).relevant});
  EXPECT_EQ(Paths(run, kept), (std::vector<std::string>{"1 10 11 101", "10 1"}));
}

TEST(PathsGolden, G4_TableTwo) {
  const Execution run = Figure3Run(false);
  EXPECT_EQ(GroupsOf(run, Versions(run), DependenciesOf(run, 0)),
            (std::map<std::string, std::set<std::size_t>>{
                {"1 101", {1}}, {"1 10 101", {2}}, {"1 10 11 101", {3, 4}}, {"10 1", {5}}, {"10 11 1", {6, 7}}}));
}

// G5: lock a is object 100, waiting is object 200. 2 and 102 are the two reads of line 2.
Execution Figure13(bool waits, bool locks = true) {
  RunBuilder b({NameOf("T1"), NameOf("T2")});
  const auto x = b.AddVariable(1), y = b.AddVariable(2);
  const auto a = b.AddObject(1), w = b.AddObject(2);
  const auto sync = [&](std::uint16_t thread, OpKind kind, std::uint32_t object, std::uint32_t site) {
    const bool lock = kind == OpKind::kLock || kind == OpKind::kUnlock;
    if (lock ? locks : waits) b.Sync({.kind = kind, .thread = thread, .object = object, .site = site});
  };
  sync(0, OpKind::kLock, a, 1);
  const LabelId rx = b.Read(0, x, 2), ry = b.Read(0, y, 102);
  b.Branch(0, 5, 0, b.labels().Union(rx, ry));
  sync(0, OpKind::kUnlock, a, 3);
  sync(0, OpKind::kWaitBegin, w, 4);
  sync(1, OpKind::kLock, a, 20);
  b.Write(1, x, 21, 0);
  b.Write(1, y, 22, 0);
  sync(1, OpKind::kUnlock, a, 23);
  sync(1, OpKind::kBroadcast, w, 24);
  b.Read(0, y, 10);
  b.Read(1, x, 25);
  return b.Finish();
}

TEST(PathsGolden, G5_Synchronisation) {
  const Execution run = Figure13(true);
  const Graph graph = Versions(run, SyncRules::kFlags);
  EXPECT_EQ(graph.nodes, 31u);
  EXPECT_EQ(graph.infeasible, 13u);
  std::vector<std::size_t> lengths;  // two of the first thread, then 4, 5, 6 of the second
  for (const Variant& variant : graph.variants) {
    lengths.push_back(variant.path.size());
    EXPECT_EQ(run.ops[variant.path.back()].site, 2u);
  }
  EXPECT_EQ(lengths, (std::vector<std::size_t>{6, 7, 8}));
  EXPECT_EQ(GroupsOf(run, graph, DependenciesOf(run, 0)), (std::map<std::string, std::set<std::size_t>>{{"21 22 2", {1, 2, 3}}}));
  EXPECT_EQ(Versions(Figure13(false, false)).variants.size(), 7u);
  ASSERT_EQ(graph.dead.size(), 1u);
  EXPECT_EQ(graph.dead[0].path.size(), 11u);
  const Graph locks = Versions(Figure13(false), SyncRules::kFlags);
  EXPECT_EQ(locks.nodes, 20u);
  EXPECT_EQ(locks.infeasible, 6u);
  EXPECT_EQ(locks.variants.size(), 5u);
  const Graph reads_from = ReadsFromGraph(run, SyncRules::kFlags);
  EXPECT_EQ(reads_from.nodes, 31u);
  EXPECT_EQ(reads_from.variants.size(), 3u);
  EXPECT_EQ(Keys(reads_from), 1u);
}

// G9. Variables: pool 1, factory 2, numActive 3; lock m 10. T3, T1, T2 each to completion.
std::vector<Body> CommonsPool() {
  return {{Load(11, 1), Load(12, 2)},
          {Lock(905, 10), Load(906, 3), If(907, 0, 0, {}, {Store(910, 2, 1)}), Unlock(911, 10)},
          {Lock(763, 10), Store(764, 1, 5), Load(1765, 3, 1), Store(765, 3, 1, 1), Unlock(766, 10)}};
}

TEST(PathsGolden, G9_Counts) {
  const std::vector<Body> program = CommonsPool();
  const Execution run = RunOf(program, {2, 2, 2, 2, 2, 0, 0, 1, 1, 1});
  const Relevance relevance = FindRelevance(run);
  ASSERT_EQ(relevance.affected.size(), 1u);
  const Graph graph = Versions(run, SyncRules::kNative);
  EXPECT_EQ(graph.nodes, 24u);
  EXPECT_EQ(graph.infeasible, 11u);
  EXPECT_EQ(graph.variants.size(), 4u);
  EXPECT_EQ(Versions(run).variants.size(), 8u);
  std::vector<std::size_t> pairs, pairs_without;
  for (const auto& threads : {std::vector{true, true, false}, std::vector{true, false, true}, std::vector{false, true, true}}) {
    GraphOptions options{.kind = Kind::kVersions, .threads = threads, .all_variants = true};
    pairs.push_back(BuildGraph(run, options).variants.size());
    options.sync = SyncRules::kNone;
    pairs_without.push_back(BuildGraph(run, options).variants.size());
  }
  EXPECT_EQ(pairs, (std::vector<std::size_t>{0, 2, 1}));
  EXPECT_EQ(pairs_without, (std::vector<std::size_t>{0, 1, 3}));
  const Graph reads_from = ReadsFromGraph(run);
  EXPECT_EQ(reads_from.nodes, 30u);
  EXPECT_EQ(reads_from.infeasible, 15u);
  EXPECT_EQ(reads_from.variants.size(), 3u);
  EXPECT_EQ(Keys(reads_from), 1u);
}

// G10: 279 reads p and branches, 286 writes it, in a loop; 112 writes it and 123 reads it in the other thread.
Execution JNetMap(int iterations) {
  RunBuilder b({NameOf("T2"), NameOf("AWT")});
  const auto p = b.AddVariable(1);
  for (int i = 0; i < iterations; ++i) {
    b.Branch(0, 279, 0, b.Read(0, p, 279));
    if (i + 1 < iterations) b.Write(0, p, 286, 0);
  }
  b.Write(1, p, 112, 0);
  b.Read(1, p, 123);
  return b.Finish();
}

TEST(PathsGolden, G10_LoopOfTwoIterations) {
  const Execution run = JNetMap(2);
  const Relevance relevance = FindRelevance(run);
  ASSERT_EQ(relevance.affected.size(), 2u);
  const auto sites = [&](std::size_t i) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t op : relevance.affected[i].ops) out.push_back(run.ops[op].site);
    return out;
  };
  EXPECT_EQ(sites(0), (std::vector<std::uint32_t>{279, 112}));
  EXPECT_EQ(sites(1), (std::vector<std::uint32_t>{286, 279, 112}));
  EXPECT_NE(relevance.affected[0].class_key, relevance.affected[1].class_key);
  EXPECT_EQ(Paths(run, Versions(run)), (std::vector<std::string>{"279 286 112 279", "279 286 112 123 279", "279 112", "112"}));
  const Graph reads_from = ReadsFromGraph(run);
  EXPECT_EQ(reads_from.nodes, 16u);
  EXPECT_EQ(reads_from.variants.size(), 4u);
  EXPECT_EQ(Keys(reads_from), 2u);
}

// Table VII. Variants 1 and 2 begin with 279 286 112, variant 3 is 279 112, variant 4 is 112.
TEST(PathsGolden, G10_TableSeven) {
  const Execution run = JNetMap(2);
  const Relevance relevance = FindRelevance(run);
  const Graph graph = Versions(run);
  using Groups = std::map<std::string, std::set<std::size_t>>;
  EXPECT_EQ(GroupsOf(run, graph, relevance.affected[0].ops, true), (Groups{{"279 112", {1, 2, 3}}, {"112 279", {4}}}));
  EXPECT_EQ(GroupsOf(run, graph, relevance.affected[1].ops, true), (Groups{{"286 112 279", {1, 2}}, {"112 286 279", {3, 4}}}));
}

TEST(PathsGolden, G10_LaterIterationsAreOneClass) {
  for (const int iterations : {3, 4, 50, 500}) {
    const Execution run = JNetMap(iterations);
    std::size_t representatives = 0;
    for (const AffectedBranch& branch : FindRelevance(run).affected) representatives += branch.representative;
    EXPECT_EQ(representatives, 2u) << iterations;
  }
}

// --- G1: which orders differ in what is read ------------------------------------------------------------------------------

std::size_t Groups(const std::vector<Body>& program, const std::vector<std::vector<std::uint16_t>>& orders,
                   std::uint32_t site = 0) {
  std::set<std::vector<std::pair<std::uint32_t, std::uint32_t>>> groups;
  for (const auto& order : orders) {
    const Execution run = RunOf(program, order);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sees;
    for (const Op& op : run.ops)
      if (op.kind == OpKind::kRead && (site == 0 || op.site == site))
        sees.emplace_back(op.site, op.writer == kNoOp ? 0 : run.ops[op.writer].site);
    std::ranges::sort(sees);
    groups.insert(sees);
  }
  return groups.size();
}

TEST(PathsGolden, G1_OrdersAndGroups) {
  const std::vector<Body> a = {{Load(65, 1), Load(66, 2)}, {Store(1, 1, 1), Store(2, 2, 1)}};
  const std::vector<std::vector<std::uint16_t>> six = {{0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 0},
                                                       {1, 0, 0, 1}, {1, 0, 1, 0}, {1, 1, 0, 0}};
  EXPECT_EQ(Groups(a, six), 4u);
  EXPECT_EQ(Groups(a, six, 65), 2u);
  const std::vector<std::vector<std::uint16_t>> three = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
  EXPECT_EQ(Groups({{Load(65, 1)}, {Store(1, 1, 1), Load(2, 1)}}, three, 65), 2u);
  EXPECT_EQ(Groups({{Load(65, 1)}, {Store(1, 1, 1), Store(2, 1, 2)}}, three, 65), 3u);
}

// --- G6, G7: access manners -----------------------------------------------------------------------------------------------

constexpr int kA = 100, kB = 101;

// x is 1 initially; here it is 0 and compared the other way round.
std::vector<Body> Figure5(bool condition_locked = false) {
  Body t1 = {Load(10, 1)};
  if (condition_locked) t1 = {Lock(8, kA), Load(10, 1), Unlock(9, kA)};
  t1.push_back(If(110, 0, 0, {Store(15, 1, 6)}, {Lock(11, kA), Store(12, 1, 5), Unlock(13, kA)}));
  return {t1, {Lock(20, kA), Lock(21, kB), Load(22, 2), Store(23, 1, 1), Unlock(24, kB), Unlock(25, kA)}};
}

TEST(PathsGolden, G6_Manners) {
  const std::vector<std::vector<std::uint16_t>> orders = {
      {0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, {0, 1, 1, 1, 1, 1, 1, 0, 0, 0}, {1, 1, 1, 1, 1, 1, 0, 0}, {1, 1, 1, 1, 0, 0, 1, 1}};
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const Execution run = RunOf(Figure5(), orders[i]);
    std::vector<bool> skip;  // the condition's read, as published
    for (const Op& op : run.ops) skip.push_back(op.site == 10);
    const Manners manners = MannersOf(run, skip);
    keys.push_back(manners.key);
    ASSERT_EQ(manners.threads[0].size(), 1u);
    EXPECT_EQ(manners.threads[0].begin()->size(), i < 2 ? 3u : 1u);
    EXPECT_EQ(manners.threads[1].size(), 1u);
    EXPECT_EQ(MannersOf(run).threads[0].size(), 2u);
    LockDiscipline discipline;  // with the condition's read: reported in every execution
    discipline.Add(run, 1);
    EXPECT_FALSE(discipline.found().empty());
  }
  EXPECT_EQ(keys[0], keys[1]);
  EXPECT_EQ(keys[2], keys[3]);
  EXPECT_NE(keys[0], keys[2]);
}

TEST(PathsGolden, G6_RaceOnlyOnTheOtherPath) {
  const auto races = [](const std::vector<std::uint16_t>& order) {
    LockDiscipline discipline;
    discipline.Add(RunOf(Figure5(true), order), 1);
    return discipline.found().size();
  };
  EXPECT_EQ(races({0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}), 0u);
  EXPECT_EQ(races({1, 1, 1, 1, 1, 1, 0, 0, 0, 0}), 1u);
}

TEST(PathsGolden, G7_LoopThatUnlocksTwice) {
  const auto manners = [](int iterations) {
    Body t1 = {Lock(1, kA)};
    for (int i = 0; i < iterations; ++i) t1.push_back(Store(3, 1, i)), t1.push_back(Unlock(4, kA));
    std::vector<std::uint16_t> order(t1.size(), 0);
    order.insert(order.end(), {1, 1, 1});
    return MannersOf(RunOf({t1, {Lock(20, kA), Load(21, 1), Unlock(22, kA)}}, order));
  };
  EXPECT_EQ(manners(1).threads[0].size(), 1u);
  EXPECT_EQ(manners(2).threads[0].size(), 3u);
  EXPECT_EQ(manners(2).odd_unlocks, 1u);
  EXPECT_EQ(manners(2).key, manners(3).key);
  EXPECT_EQ(manners(3).key, manners(9).key);
  EXPECT_NE(manners(1).key, manners(2).key);
  const auto races = [](int iterations) {
    Body t1 = {Lock(1, kA)};
    for (int i = 0; i < iterations; ++i) t1.push_back(Store(3, 1, i)), t1.push_back(Unlock(4, kA));
    std::vector<std::uint16_t> order(t1.size(), 0);
    order.insert(order.end(), {1, 1, 1});
    LockDiscipline discipline;
    discipline.Add(RunOf({t1, {Lock(20, kA), Load(21, 1), Unlock(22, kA)}}, order), 1);
    return discipline.found().size();
  };
  EXPECT_EQ(races(1), 0u);  // always locked
  EXPECT_EQ(races(2), 1u);
  EXPECT_EQ(races(5), 1u);
}

}  // namespace
}  // namespace reweave::paths
