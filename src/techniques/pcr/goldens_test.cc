#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detect/patterns.h"
#include "techniques/pcr/intended.h"
#include "techniques/pcr/order.h"
#include "techniques/pcr/testing.h"

namespace reweave::pcr {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;
using Kind = Literal::Kind;

struct Golden {
  explicit Golden(const Trace& trace) : run(*Run::Make(trace)), candidates(run, {}) { covered.Analyse(trace); }
  EventId At(unsigned site) const { return AtSite(run, site); }
  Pattern P2(unsigned w, unsigned r) const { return MakePattern(run, {At(w), At(r)}, {true, false}, {0, 0}); }
  Pattern P1(unsigned r, unsigned w) const { return MakePattern(run, {At(r), At(w)}, {false, true}, {0, 0}); }
  Pattern P4(unsigned r, unsigned w, unsigned r2) const {
    return MakePattern(run, {At(r), At(w), At(r2)}, {false, true, false}, {0, 0, 0});
  }
  int Fate(const Pattern& p) const {
    return candidates.Drop(p, [this](std::uint64_t key) { return covered.Covers(key); });
  }
  // Sites of the steps of what is left.
  std::set<std::vector<unsigned>> Left() {
    std::set<std::vector<unsigned>> out;
    for (const Pattern& p : candidates.Find([this](std::uint64_t key) { return covered.Covers(key); }, {}, false)) {
      std::vector<unsigned> sites;
      for (std::size_t i = 0; i < p.length; ++i) sites.push_back(run.events[p.steps[i]].site);
      out.insert(sites);
    }
    return out;
  }
  std::vector<unsigned> Sites(const std::vector<EventId>& order) const {
    std::vector<unsigned> out;
    for (const EventId e : order)
      if (run.events[e].site != 0) out.push_back(run.events[e].site);
    return out;
  }
  std::size_t Orders(const Pattern& p, bool with_values = true) const {
    const Query query = p.ToQuery(Kept::kAll);
    const Problem problem(run, query);
    Formula formula = MakeFormula(problem);
    // Creation and beginning of the threads are no choice here: count orders of the accesses.
    if (!with_values)
      std::erase_if(formula.clauses, [](const Clause& c) { return c.why.kind == Kind::kValue || c.why.kind == Kind::kSource; });
    std::set<std::vector<unsigned>> out;
    for (const auto& order : AllOrders(problem, formula)) out.insert(Sites(order));
    return out.size();
  }

  Run run;
  Candidates candidates;
  detect::PatternCoverage covered;
};

// One thread reads at 6, 8 and 11, the other reads elsewhere and writes at 26: 3 of P1, 3 of P2, 9 of P4, 3 of P6. Those that
// turn the order of a thread round or lie around another access are among them: nobody asks.
TEST(PcrMaptest, IntendsWhateverTheAccessesCanBePutTogetherTo) {
  const Golden g(AttachRemove());
  std::map<int, int> count;
  for (const Intended& one : WhatMayBeIntended(g.run, 1)) ++count[one.number];
  EXPECT_EQ(count, (std::map<int, int>{{1, 3}, {2, 3}, {4, 9}, {6, 3}}));
  const auto order = [&](std::uint64_t seed) {
    std::vector<std::uint64_t> keys;
    for (const Intended& one : WhatMayBeIntended(g.run, seed)) keys.push_back(one.key);
    return keys;
  };
  EXPECT_EQ(order(1), order(1));
  EXPECT_NE(order(1), order(2));
  EXPECT_THAT(order(1), testing::Contains(g.P4(11, 26, 6).key));
}

// --- AC1, AC2: templates and denominators ------------------------------------------------------------------------------

TEST(PcrTemplates, AC1_SeventeenOfThe35Shapes) {
  int by_length[5] = {}, kept[5] = {};
  std::set<int> numbers;
  for (const detect::Template& shape : detect::DeriveTemplates()) {
    ++by_length[shape.length];
    if (shape.number == 0) continue;
    ++kept[shape.length];
    numbers.insert(shape.number);
  }
  EXPECT_THAT(by_length, ElementsAre(0, 0, 3, 5, 27));
  EXPECT_THAT(kept, ElementsAre(0, 0, 3, 5, 9));
  EXPECT_EQ(numbers.size(), 17u);
}

TEST(PcrTemplates, AC2_Denominators) {
  EXPECT_EQ(detect::CountPossible({{7, 1}}).tc, 86u);
  EXPECT_EQ(detect::CountPossible({{1, 1}, {1, 1}}).tc, 25u);
  EXPECT_EQ(detect::CountPossible({{1, 1}, {1, 1}}).tc_ordered, 34u);
  EXPECT_EQ(detect::CountPossible({{2, 1}, {1, 2}}).tc, 82u);
  EXPECT_EQ(detect::CountPossible({}).tc, 0u);
}

// --- AC3: G1 -----------------------------------------------------------------------------------------------------------

TEST(PcrG1, AC3_FatesOfAllTwelve) {
  Golden g(AttachRemove());
  EXPECT_EQ(g.covered.patterns(), 3u);
  for (const unsigned s : {6u, 8u, 11u}) EXPECT_EQ(g.Fate(g.P1(s, 26)), 2) << s;
  for (const unsigned s : {6u, 8u, 11u}) EXPECT_EQ(g.Fate(g.P2(26, s)), 0) << s;
  EXPECT_EQ(g.Fate(g.P4(6, 26, 8)), 0);
  EXPECT_EQ(g.Fate(g.P4(6, 26, 11)), 5);
  EXPECT_EQ(g.Fate(g.P4(8, 26, 11)), 0);
  EXPECT_EQ(g.Fate(g.P4(8, 26, 6)), 3);
  EXPECT_EQ(g.Fate(g.P4(11, 26, 6)), 3);
  EXPECT_EQ(g.Fate(g.P4(11, 26, 8)), 3);
  // Without rule 2, rule 4 drops what is covered here.
  RuleOptions rules;
  rules.off[2] = true;
  EXPECT_EQ(Candidates(g.run, rules).Drop(g.P1(6, 26), {}), 4);
}

TEST(PcrG1, AC3_Candidates) {
  Golden g(AttachRemove());
  EXPECT_EQ(g.Left(), (std::set<std::vector<unsigned>>{{26, 6}, {26, 8}, {26, 11}, {6, 26, 8}, {8, 26, 11}}));
  const auto list = g.candidates.Find([&](std::uint64_t key) { return g.covered.Covers(key); }, {}, false);
  ASSERT_EQ(list.size(), 5u);
  EXPECT_EQ(list[0].length, 3);
  EXPECT_EQ(list[1].length, 3);
}

TEST(PcrG1, AC3_RelevantEventsAndLiteralsOfP7) {
  Golden g(AttachRemove());
  const Query query = g.P4(6, 26, 8).ToQuery(Kept::kAll);
  const Problem problem(g.run, query);
  std::vector<EventId> events;
  problem.InOrder(events);
  EXPECT_THAT(g.Sites(events), UnorderedElementsAre(6, 19, 8, 20, 22, 25, 26));  // i5 (s11) is not needed
  std::multiset<std::pair<unsigned, unsigned>> program, pattern, value;
  for (const Clause& clause : MakeFormula(problem).clauses) {
    const auto site = [&](EventId e) { return g.run.events[e].site; };
    const Literal& why = clause.why;
    if (why.kind == Kind::kProgram && site(why.a) != 0) program.insert({site(why.a), site(why.b)});
    if (why.kind == Kind::kPattern) pattern.insert({site(why.a), site(why.b)});
    if (why.kind == Kind::kValue) value.insert({site(why.b), site(why.c)});
    EXPECT_NE(why.kind, Kind::kLock);
  }
  EXPECT_THAT(program,
              UnorderedElementsAre(std::pair(6, 8), std::pair(19, 20), std::pair(20, 22), std::pair(22, 25), std::pair(25, 26)));
  EXPECT_THAT(pattern, UnorderedElementsAre(std::pair(6, 26), std::pair(26, 8)));
  EXPECT_THAT(value,
              UnorderedElementsAre(std::pair(6, 26), std::pair(19, 26), std::pair(20, 26), std::pair(22, 26), std::pair(25, 26)));
}

TEST(PcrG1, AC3_NumbersOfOrders) {
  Golden g(AttachRemove());
  EXPECT_EQ(g.Orders(g.P2(26, 6)), 1u);
  EXPECT_EQ(g.Orders(g.P2(26, 8)), 5u);
  EXPECT_EQ(g.Orders(g.P2(26, 8), false), 6u);
  EXPECT_EQ(g.Orders(g.P2(26, 11)), 15u);
  EXPECT_EQ(g.Orders(g.P2(26, 11), false), 21u);
  EXPECT_EQ(g.Orders(g.P4(6, 26, 8)), 5u);
  EXPECT_EQ(g.Orders(g.P4(6, 26, 8), false), 5u);
  EXPECT_EQ(g.Orders(g.P4(8, 26, 11)), 15u);
  EXPECT_EQ(g.Orders(g.P4(8, 26, 11), false), 15u);
}

TEST(PcrG1, AC3_AllFiveArePossible) {
  Golden g(AttachRemove());
  for (const Pattern& p : {g.P2(26, 6), g.P2(26, 8), g.P2(26, 11), g.P4(6, 26, 8), g.P4(8, 26, 11)}) {
    const Query query = p.ToQuery(Kept::kAll);
    const Problem problem(g.run, query);
    const Answer answer = Closure().Solve(problem);
    ASSERT_EQ(answer.verdict, Verdict::kPossible) << int(p.number);
    EXPECT_EQ(Simulate(problem, answer.order), "");
    EXPECT_EQ(answer.decisions, 0u);
  }
}

// --- AC4: G1 with a lock -------------------------------------------------------------------------------------------------

TEST(PcrG1Locked, AC4_Rule7) {
  Golden g(AttachRemoveLocked());
  EXPECT_EQ(g.Fate(g.P4(6, 26, 8)), 7);
  EXPECT_EQ(g.Fate(g.P4(8, 26, 11)), 7);
}

TEST(PcrG1Locked, AC4_CoreOfP7) {
  Golden g(AttachRemoveLocked());
  const Query query = g.P4(6, 26, 8).ToQuery(Kept::kAll);
  const Problem problem(g.run, query);
  EXPECT_TRUE(problem.Has(g.At(4)));   // u2
  EXPECT_FALSE(problem.Has(g.At(2)));  // u1 lies past the read that changes
  const Answer answer = Closure().Solve(problem);
  ASSERT_EQ(answer.verdict, Verdict::kImpossible);
  EXPECT_TRUE(answer.exact);
  EXPECT_THAT(answer.core,
              UnorderedElementsAre(Literal{Kind::kLock, 0, 1}, Literal{Kind::kProgram, g.At(1), g.At(6)},
                                   Literal{Kind::kPattern, g.At(6), g.At(26)}, Literal{Kind::kProgram, g.At(26), g.At(4)}));
}

TEST(PcrG1Locked, AC4_CoreWithBothReleases) {
  Golden g(AttachRemoveLocked());
  g.run.has_branches = true;  // and none between the reads: they are free, so that the lock alone forbids it
  Query query = g.P4(6, 26, 8).ToQuery(Kept::kBranches);
  query.close_regions = true;
  const Answer answer = SolveQuery(g.run, query);
  ASSERT_EQ(answer.verdict, Verdict::kImpossible);
  // The core says the same as 12 literals over neighbours: chains are contracted.
  std::size_t literals = 0;
  std::multiset<Kind> kinds;
  for (const Literal& l : answer.core) {
    literals += l.kind == Kind::kProgram ? g.run.events[l.b].seq - g.run.events[l.a].seq : 1;
    kinds.insert(l.kind);
  }
  EXPECT_EQ(literals, 12u);
  EXPECT_EQ(kinds.count(Kind::kPattern), 2u);
  EXPECT_EQ(kinds.count(Kind::kLock), 1u);
}

TEST(PcrG1Locked, AC4_ValuesForbidTheReadsAfterTheFirst) {
  Golden g(AttachRemoveLocked());
  EXPECT_EQ(SolveQuery(g.run, g.P2(26, 6).ToQuery(Kept::kAll)).verdict, Verdict::kPossible);
  for (const unsigned s : {8u, 11u}) {
    const Answer answer = SolveQuery(g.run, g.P2(26, s).ToQuery(Kept::kAll));
    EXPECT_EQ(answer.verdict, Verdict::kImpossible) << s;
    EXPECT_TRUE(std::ranges::any_of(answer.core, [](const Literal& l) { return l.kind == Kind::kValue; }));
  }
}

// --- AC4: G2 -------------------------------------------------------------------------------------------------------------

TEST(PcrG2, AC4_Candidates) {
  Golden g(TornSnapshot());
  EXPECT_EQ(g.Left(), (std::set<std::vector<unsigned>>{{3, 1}, {4, 2}, {1, 3, 4, 2}, {3, 1, 2, 4}}));
  // Of all twelve on two variables, ten ask a thread to go backwards.
  const EventId e1 = g.At(1), e2 = g.At(2), e3 = g.At(3), e4 = g.At(4);
  std::map<int, int> fates;
  for (const auto& [x1, x2, y1, y2] : {std::array{e1, e3, e4, e2}, {e3, e1, e2, e4}, {e2, e4, e3, e1}, {e4, e2, e1, e3}}) {
    for (const auto& steps : {std::array{x1, x2, y1, y2}, {x1, y1, x2, y2}, {x1, y1, y2, x2}}) {
      const auto cell = [&](EventId e) { return g.run.AccessesOf(e)[0].cell; };
      const auto writes = [&](EventId e) { return g.run.events[e].writes; };
      ++fates[g.Fate(MakePattern(g.run, {steps[0], steps[1], steps[2], steps[3]},
                                 {writes(steps[0]), writes(steps[1]), writes(steps[2]), writes(steps[3])},
                                 {cell(steps[0]), cell(steps[1]), cell(steps[2]), cell(steps[3])}))];
    }
  }
  EXPECT_EQ(fates, (std::map<int, int>{{0, 2}, {3, 10}}));
  EXPECT_EQ(g.covered.Possible().tc, 25u);
  EXPECT_EQ(g.covered.Possible().tc_ordered, 34u);
}

TEST(PcrG2, AC4_TornReadNeedsFreeReads) {
  Golden g(TornSnapshot());
  const auto all = g.candidates.Find([&](std::uint64_t key) { return g.covered.Covers(key); }, {}, false);
  for (const Pattern& p : all) {
    const Verdict strict = SolveQuery(g.run, p.ToQuery(Kept::kAll)).verdict;
    const Verdict free = SolveQuery(g.run, p.ToQuery(Kept::kBranches)).verdict;
    EXPECT_EQ(strict, p.number == 14 ? Verdict::kImpossible : Verdict::kPossible) << int(p.number);
    EXPECT_EQ(free, Verdict::kPossible) << int(p.number);
  }
}

// K_dep: with a branch between the two reads the torn read is impossible, unless the branch is known not to depend on the first.
TEST(PcrG2, OnlyBranchesThatDependOnTheReadCount) {
  const Trace trace = TornSnapshotWithBranch();
  Golden g(trace);
  std::vector<std::uint32_t> uses(trace.events.size(), kNone);
  const auto torn = [&](Kept kept) {
    for (const Pattern& p : g.candidates.Find([&](std::uint64_t key) { return g.covered.Covers(key); }, {}, false))
      if (p.number == 14) return SolveQuery(g.run, p.ToQuery(kept)).verdict;
    return Verdict::kUnknown;
  };
  EXPECT_EQ(torn(Kept::kAll), Verdict::kImpossible);
  EXPECT_EQ(torn(Kept::kBranches), Verdict::kImpossible);
  EXPECT_EQ(torn(Kept::kConditions), Verdict::kImpossible) << "nothing is known of the branch";
  g.run.SetFirstUses(uses);
  EXPECT_EQ(torn(Kept::kConditions), Verdict::kPossible) << "the branch does not depend on the read";
  EXPECT_EQ(torn(Kept::kBranches), Verdict::kImpossible) << "all branches count";
  const auto branch = std::ranges::find(trace.events, abi::EventKind::kBranch, &abi::Event::kind);
  uses[g.run.events[g.At(3)].index] = static_cast<std::uint32_t>(branch - trace.events.begin());
  g.run.SetFirstUses(uses);
  EXPECT_EQ(torn(Kept::kConditions), Verdict::kImpossible) << "it does";
}

}  // namespace
}  // namespace reweave::pcr
