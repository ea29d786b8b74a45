#include "analysis/constraint_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace reweave::inline analysis {
namespace {

using Node = ConstraintGraph::Node;
using Offset = ConstraintGraph::Offset;

class Graph : public testing::Test {
 protected:
  void Solve() {
    graph.Solve([](std::uint32_t, Node) {});
  }
  // (object, offset) of what a node points to.
  std::vector<std::pair<std::uint32_t, std::int64_t>> Targets(Node node) {
    std::vector<std::pair<std::uint32_t, std::int64_t>> out;
    for (Node cell : graph.Set(node)) out.emplace_back(graph.ObjectOf(cell), graph.OffsetOf(cell));
    std::ranges::sort(out);
    return out;
  }
  using Places = std::vector<std::pair<std::uint32_t, std::int64_t>>;
  ConstraintGraph graph;
};

TEST_F(Graph, CopiesLoadsAndStores) {
  const auto x = graph.AddObject(8), pointer = graph.AddObject(8);
  const Node a = graph.AddNode(), p = graph.AddNode(), q = graph.AddNode(), loaded = graph.AddNode();
  graph.Address(a, graph.CellOf(x, 0));
  graph.Address(p, graph.CellOf(pointer, 0));
  graph.Copy(p, q);
  graph.Store(q, a);  // *q = a
  graph.Load(p, loaded);  // loaded = *p
  Solve();
  EXPECT_EQ(Targets(q), (Places{{pointer, 0}}));
  EXPECT_EQ(Targets(loaded), (Places{{x, 0}}));
}

TEST_F(Graph, FieldsAreToldApart) {
  const auto record = graph.AddObject(16), x = graph.AddObject(8), y = graph.AddObject(8);
  const Node base = graph.AddNode(), first = graph.AddNode(), second = graph.AddNode(), a = graph.AddNode(), b = graph.AddNode();
  graph.Address(base, graph.CellOf(record, 0));
  graph.OffsetBy(base, first, {.before = 0});
  graph.OffsetBy(base, second, {.before = 8});
  graph.Address(a, graph.CellOf(x, 0));
  graph.Address(b, graph.CellOf(y, 0));
  graph.Store(first, a);
  graph.Store(second, b);
  const Node loaded = graph.AddNode();
  graph.Load(second, loaded);
  Solve();
  EXPECT_EQ(Targets(loaded), (Places{{y, 0}}));
}

TEST_F(Graph, ElementsOfAnArrayAreOnePlaceItsNeighboursAreNot) {
  const auto record = graph.AddObject(48);  // 8 bytes, an array of four, 8 bytes
  const Node base = graph.AddNode(), element = graph.AddNode(), third = graph.AddNode(), behind = graph.AddNode();
  graph.Address(base, graph.CellOf(record, 0));
  graph.OffsetBy(base, element, {.before = 8, .stride = 8, .extent = 32});
  graph.OffsetBy(base, third, {.before = 24});
  graph.OffsetBy(base, behind, {.before = 40});
  Solve();
  EXPECT_EQ(Targets(element), Targets(third));
  EXPECT_NE(Targets(element), Targets(behind));
}

TEST_F(Graph, APointerWithoutEndStaysInItsArray) {
  const auto record = graph.AddObject(48);
  const Node base = graph.AddNode(), array = graph.AddNode(), element = graph.AddNode(), walking = graph.AddNode(),
             behind = graph.AddNode();
  graph.Address(base, graph.CellOf(record, 0));
  graph.OffsetBy(base, array, {.before = 8});
  graph.OffsetBy(array, walking, {.stride = 8, .extent = 0});  // for (p = array; ...; ++p), before the array is known
  graph.OffsetBy(base, element, {.before = 8, .stride = 8, .extent = 32});
  graph.OffsetBy(base, behind, {.before = 40});
  Solve();
  EXPECT_EQ(Targets(walking), Targets(element));
  EXPECT_NE(Targets(walking), Targets(behind));
}

TEST_F(Graph, CharactersDoNotMakeOnePlaceOfWhatFollows) {
  const auto record = graph.AddObject(64);  // a string in front of something else
  const Node base = graph.AddNode(), buffer = graph.AddNode(), at = graph.AddNode(), behind = graph.AddNode();
  graph.Address(base, graph.CellOf(record, 0));
  graph.OffsetBy(base, buffer, {.before = 16});
  graph.OffsetBy(buffer, at, {.stride = 1, .extent = 0});
  graph.OffsetBy(base, behind, {.before = 40});
  Solve();
  EXPECT_EQ(Targets(at), (Places{{record, 16}}));
  EXPECT_EQ(Targets(behind), (Places{{record, 40}}));
}

TEST_F(Graph, PlacesOnACycleKeepTheirIdentity) {
  const auto x = graph.AddObject(8), a = graph.AddObject(8), b = graph.AddObject(8);
  const Node pa = graph.AddNode(), pb = graph.AddNode(), value = graph.AddNode(), from_a = graph.AddNode(),
             from_b = graph.AddNode();
  graph.Address(pa, graph.CellOf(a, 0));
  graph.Address(pb, graph.CellOf(b, 0));
  graph.Address(value, graph.CellOf(x, 0));
  graph.Store(pa, value);
  graph.Load(pa, from_a);  // *pb = *pa; *pa = *pb
  graph.Store(pb, from_a);
  graph.Load(pb, from_b);
  graph.Store(pa, from_b);
  Solve();
  EXPECT_EQ(Targets(from_b), (Places{{x, 0}}));
  EXPECT_NE(graph.Find(graph.CellOf(a, 0)), graph.Find(graph.CellOf(b, 0)));
}

// Who copies from everywhere to everywhere: as many edges as there are sources and destinations, not as there are pairs of them.
// Against the plainest solver there is: rules over and over until nothing changes.
TEST(ConstraintGraph, RandomRulesGiveWhatRepeatingThemGives) {
  struct Rule {
    int kind;  // 0: a = &object, 1: a = b, 2: a = *b, 3: *a = b
    std::uint32_t a, b;
  };
  constexpr std::uint32_t kValues = 12, kObjects = 8;
  std::mt19937 random(7);
  for (int program = 0; program < 300; ++program) {
    std::vector<Rule> rules(4 + random() % 40);
    for (Rule& rule : rules) rule = {static_cast<int>(random() % 4), static_cast<std::uint32_t>(random() % kValues), 0};
    for (Rule& rule : rules) rule.b = random() % (rule.kind == 0 ? kObjects : kValues);
    std::vector<std::set<std::uint32_t>> values(kValues), held(kObjects);
    const auto size = [&] {
      std::size_t sum = 0;
      for (const auto& set : values) sum += set.size();
      for (const auto& set : held) sum += set.size();
      return sum;
    };
    for (std::size_t before = ~std::size_t{0}; before != size();) {
      before = size();
      for (const auto& [kind, a, b] : rules) {
        if (kind == 0) values[a].insert(b);
        if (kind == 1) values[a].insert(values[b].begin(), values[b].end());
        if (kind == 2)
          for (const std::uint32_t object : std::set(values[b])) values[a].insert(held[object].begin(), held[object].end());
        if (kind == 3)
          for (const std::uint32_t object : values[a]) held[object].insert(values[b].begin(), values[b].end());
      }
    }
    ConstraintGraph graph;
    const Node first = graph.AddNodes(kValues);
    for (std::uint32_t i = 0; i < kObjects; ++i) graph.CellOf(graph.AddObject(8), 0);
    // Half of the rules come late, as calls that are resolved on the way do.
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (i == rules.size() / 2) graph.Solve([](std::uint32_t, Node) {});
      const Node a = first + rules[i].a, b = first + rules[i].b;
      if (rules[i].kind == 0) graph.Address(a, graph.CellOf(rules[i].b, 0));
      if (rules[i].kind == 1) graph.Copy(b, a);
      if (rules[i].kind == 2) graph.Load(b, a);
      if (rules[i].kind == 3) graph.Store(a, b);
    }
    graph.Solve([](std::uint32_t, Node) {});
    graph.Finish();
    const auto objects = [&](Node node) {
      std::set<std::uint32_t> out;
      for (const Node cell : graph.Set(node)) out.insert(graph.ObjectOf(cell));
      return out;
    };
    for (std::uint32_t i = 0; i < kValues; ++i) ASSERT_EQ(objects(first + i), values[i]) << "value " << i << " of " << program;
    for (std::uint32_t i = 0; i < kObjects; ++i)
      ASSERT_EQ(objects(graph.CellOf(i, 0)), held[i]) << "object " << i << " of " << program;
  }
}

// With fields, arrays and moves there is no plain solver to compare with: places become one on the way. But in the end every rule
// must hold, whatever became one place, and whoever shares a holder.
TEST(ConstraintGraph, RandomRulesWithFieldsAndArraysHoldInTheEnd) {
  struct Rule {
    int kind;  // 0: a = &object, 1: a = b, 2: a = *b, 3: *a = b, 4: a = b + offset, 5: a = any element of b, 6: *a = *b, all of
               // it
    std::uint32_t a, b;
    std::int64_t offset;
  };
  constexpr std::uint32_t kValues = 14, kObjects = 8;
  std::mt19937 random(5);
  for (int program = 0; program < 600; ++program) {
    ConstraintGraph graph;
    const Node first = graph.AddNodes(kValues);
    for (std::uint32_t i = 0; i < kObjects; ++i) graph.CellOf(graph.AddObject(i % 2 == 0 ? 64 : 0), 0);
    std::vector<Rule> rules(6 + random() % 50);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (i == rules.size() / 2) graph.Solve([](std::uint32_t, Node) {});
      Rule& rule = rules[i];
      rule = {static_cast<int>(random() % 7), static_cast<std::uint32_t>(random() % kValues), 0,
              static_cast<std::int64_t>(8 * (1 + random() % 4))};
      rule.b = random() % (rule.kind == 0 ? kObjects : kValues);
      const Node a = first + rule.a, b = first + rule.b;
      if (rule.kind == 0) graph.Address(a, graph.CellOf(rule.b, 0));
      if (rule.kind == 1) graph.Copy(b, a);
      if (rule.kind == 2) graph.Load(b, a);
      if (rule.kind == 3) graph.Store(a, b);
      if (rule.kind == 4) graph.OffsetBy(b, a, {.before = rule.offset});
      if (rule.kind == 5) graph.OffsetBy(b, a, {.stride = static_cast<std::uint64_t>(rule.offset), .extent = 32});
      if (rule.kind == 6) graph.Move(a, b, 64);
    }
    graph.Solve([](std::uint32_t, Node) {});
    const auto holds = [&](Node outer, Node inner) { return std::ranges::includes(graph.Set(outer), graph.Set(inner)); };
    const auto has = [&](Node node, Node cell) { return std::ranges::binary_search(graph.Set(node), graph.Find(cell)); };
    for (const auto& [kind, to, from, offset] : rules) {
      const Node a = first + to, b = first + from;
      if (kind == 0) ASSERT_TRUE(has(a, graph.CellOf(from, 0))) << program;
      if (kind == 1) ASSERT_TRUE(holds(a, b)) << program;
      if (kind == 2)
        for (const Node cell : graph.Set(b)) ASSERT_TRUE(holds(a, cell)) << program;
      if (kind == 3)
        for (const Node cell : graph.Set(a)) ASSERT_TRUE(holds(cell, b)) << program;
      if (kind == 4 || kind == 5)
        for (const Node cell : graph.Set(b)) {
          const std::uint32_t object = graph.ObjectOf(cell);
          const std::int64_t at = graph.OffsetOf(cell) + (kind == 4 ? offset : 0);
          if (object % 2 == 0 && at >= 64) continue;  // past its end
          // A pointer that was moved on again and again stays where it is; there is no room for that in what has a size.
          ASSERT_TRUE(has(a, graph.CellOf(object, at)) || (object % 2 != 0 && kind == 4 && has(a, cell))) << program;
        }
      if (kind == 6)
        for (const Node source : graph.Set(b))
          for (const Node destination : graph.Set(a))
            for (const auto& [at, cell] : std::map(graph.CellsOf(graph.ObjectOf(source)))) {
              const std::int64_t inside = at - graph.OffsetOf(source), end = graph.OffsetOf(destination) + inside;
              if (inside < 0 || inside >= 64 || (graph.ObjectOf(destination) % 2 == 0 && end >= 64)) continue;
              ASSERT_TRUE(holds(graph.CellOf(graph.ObjectOf(destination), end), cell)) << program;
            }
    }
  }
}

TEST_F(Graph, MovesBetweenManyObjectsGrowWithTheirNumber) {
  constexpr std::size_t kObjects = 2000, kFields = 8;
  const Node source = graph.AddNode(), destination = graph.AddNode();
  std::vector<std::uint32_t> from, to, held;
  for (std::size_t i = 0; i < kObjects; ++i) {
    from.push_back(graph.AddObject(0)), to.push_back(graph.AddObject(0)), held.push_back(graph.AddObject(8));
    graph.Address(source, graph.CellOf(from[i], 0));
    graph.Address(destination, graph.CellOf(to[i], 0));
    for (std::size_t field = 0; field < kFields; ++field)
      graph.Address(graph.CellOf(from[i], static_cast<std::int64_t>(8 * field)), graph.CellOf(held[i % 10], 0));
  }
  graph.Move(destination, source, 0);
  Solve();
  EXPECT_EQ(graph.Set(graph.CellOf(to[kObjects - 1], 56)).size(), 10u);
  EXPECT_LT(graph.edge_count(), 4 * kObjects * kFields);
}

TEST_F(Graph, MovesWithinAnObjectEnd) {
  const auto array = graph.AddObject(0), x = graph.AddObject(8);
  const Node source = graph.AddNode(), destination = graph.AddNode(), loaded = graph.AddNode(), far = graph.AddNode();
  graph.Address(source, graph.CellOf(array, 0));
  graph.Address(destination, graph.CellOf(array, 16));
  graph.Address(graph.CellOf(array, 8), graph.CellOf(x, 0));
  graph.Move(destination, source, 0);
  graph.OffsetBy(destination, far, {.before = 56});
  graph.Load(far, loaded);
  Solve();
  EXPECT_EQ(Targets(loaded), (Places{{x, 0}}));
  EXPECT_LE(graph.CellsOf(array).size(), 4u);
}

TEST_F(Graph, TwoPartsOfOneObjectAreToldApartAfterAMove) {
  const auto record = graph.AddObject(64), x = graph.AddObject(8);
  const Node source = graph.AddNode(), destination = graph.AddNode();
  graph.Address(source, graph.CellOf(record, 0));
  graph.Address(destination, graph.CellOf(record, 32));
  graph.Address(graph.CellOf(record, 8), graph.CellOf(x, 0));
  graph.Move(destination, source, 16);
  Solve();
  EXPECT_EQ(Targets(graph.CellOf(record, 40)), (Places{{x, 0}}));
  EXPECT_EQ(Targets(graph.CellOf(record, 32)), Places());
}

TEST_F(Graph, ManyRegionsOfAnObjectAreOneArray) {
  const auto memory = graph.AddObject(0);
  const Node base = graph.AddNode();
  graph.Address(base, graph.CellOf(memory, 0));
  for (std::int64_t i = 1; i <= 100; ++i) {
    const Node part = graph.AddNode();
    graph.OffsetBy(base, part, {.before = 1000 * i, .stride = 8, .extent = 800});
  }
  Solve();
  EXPECT_LE(graph.CellsOf(memory).size(), 200u);
  EXPECT_EQ(graph.Find(graph.CellOf(memory, 50'000)), graph.Find(graph.CellOf(memory, 90'000)));
}

TEST_F(Graph, MovesCopyFieldByField) {
  const auto from = graph.AddObject(16), to = graph.AddObject(16), x = graph.AddObject(8);
  const Node source = graph.AddNode(), destination = graph.AddNode(), value = graph.AddNode(), field = graph.AddNode(),
             copied = graph.AddNode(), loaded = graph.AddNode(), other = graph.AddNode();
  graph.Address(source, graph.CellOf(from, 0));
  graph.Address(destination, graph.CellOf(to, 0));
  graph.Address(value, graph.CellOf(x, 0));
  graph.OffsetBy(source, field, {.before = 8});
  graph.Store(field, value);
  graph.Move(destination, source, 16);
  graph.OffsetBy(destination, copied, {.before = 8});
  graph.Load(copied, loaded);
  graph.Load(destination, other);
  Solve();
  EXPECT_EQ(Targets(loaded), (Places{{x, 0}}));
  EXPECT_TRUE(Targets(other).empty());
}

TEST_F(Graph, WatchesAreTold) {
  const auto x = graph.AddObject(8);
  const Node a = graph.AddNode(), b = graph.AddNode();
  graph.Watch(b, 7);
  graph.Address(a, graph.CellOf(x, 0));
  graph.Copy(a, b);
  std::vector<std::uint32_t> told;
  graph.Solve([&](std::uint32_t watch, Node cell) {
    told.push_back(watch);
    EXPECT_EQ(graph.ObjectOf(cell), x);
  });
  EXPECT_EQ(told, (std::vector<std::uint32_t>{7}));
}

// Rules that come while, or after, it was solved meet what is there already.
TEST_F(Graph, RulesMayComeLate) {
  const auto x = graph.AddObject(8), pointer = graph.AddObject(16);
  const Node a = graph.AddNode(), p = graph.AddNode(), q = graph.AddNode(), loaded = graph.AddNode(), moved = graph.AddNode();
  graph.Address(a, graph.CellOf(x, 0));
  graph.Address(p, graph.CellOf(pointer, 0));
  Solve();
  graph.OffsetBy(p, q, {.before = 8});
  graph.Store(q, a);
  Solve();
  graph.Load(q, loaded);
  std::vector<std::uint32_t> seen;
  graph.Watch(loaded, 7);
  graph.Solve([&](std::uint32_t watch, Node cell) {
    if (watch == 7) graph.Copy(loaded, moved);
    seen.push_back(graph.ObjectOf(cell));
  });
  EXPECT_EQ(Targets(loaded), (Places{{x, 0}}));
  EXPECT_EQ(Targets(moved), (Places{{x, 0}}));
  EXPECT_EQ(seen, std::vector<std::uint32_t>{x});
}

TEST_F(Graph, AnObjectCanBeOnePlace) {
  const auto text = graph.AddObject(0);
  graph.MakeOnePlace(text);
  EXPECT_EQ(graph.CellOf(text, 5), graph.CellOf(text, 0));
  const Node p = graph.AddNode(), next = graph.AddNode();
  graph.Address(p, graph.CellOf(text, 0));
  graph.OffsetBy(p, next, {.before = 1});
  graph.Copy(next, p);  // a pointer that goes on and on
  Solve();
  EXPECT_EQ(Targets(p), (Places{{text, 0}}));
  EXPECT_EQ(graph.CellsOf(text).size(), 1u);
}

TEST_F(Graph, WhatWasFoundStays) {
  const auto x = graph.AddObject(8);
  const Node a = graph.AddNode(), b = graph.AddNode();
  graph.Address(a, graph.CellOf(x, 0));
  graph.Copy(a, b);
  Solve();
  graph.Finish();
  EXPECT_EQ(Targets(b), (Places{{x, 0}}));
  EXPECT_TRUE(graph.Set(graph.CellOf(x, 0)).empty());
}

// p = &node; loop: p = p + 16. Each time round it would be another place, up to a thousand of them.
TEST(ConstraintGraph, APointerThatIsMovedOnInALoopEnds) {
  ConstraintGraph graph;
  const auto object = graph.AddObject(0);
  const auto p = graph.AddNode();
  graph.Address(p, graph.CellOf(object, 0));
  graph.OffsetBy(p, p, {.before = 16});
  graph.Solve([](std::uint32_t, ConstraintGraph::Node) {});
  EXPECT_LE(graph.cell_count(), 16u);
  EXPECT_FALSE(graph.Set(p).empty());
}

}  // namespace
}  // namespace reweave::inline analysis
