// The golden example HM: its tuples and history written down, everything behind them computed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "techniques/simrt/apfd.h"
#include "techniques/simrt/ranker.h"
#include "techniques/simrt/selector.h"

namespace reweave::inline simrt {
namespace {

using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;

const char kCv[] = "HM::containsValue", kCl[] = "HM::clear";
enum Case : std::uint32_t { tc1, tc2, tc3, tc4, tc5, tc6 };

class Golden : public testing::Test {
 protected:
  static SharedAccess Sv(const char* function, const char* variable, std::uint32_t alias_class, std::uint32_t line, bool write,
                         std::uint32_t block, int impact) {
    SharedAccess sv;
    sv.function = sv.real_function = function;
    sv.variable = variable;
    sv.alias_class = alias_class;
    sv.file = "hm.cpp";
    sv.line = line;
    sv.write = write;
    sv.blocks = {{function, block}};
    sv.impact = static_cast<ImpactCase>(impact);
    return sv;
  }
  // L'_SV of the new version; SVk is element k - 1.
  static std::vector<SharedAccess> Tuples() {
    std::vector<SharedAccess> svs = {Sv(kCv, "HM::table_", 1, 2, false, 1, 0),     Sv(kCv, "HM::table_", 1, 15, false, 4, 2),
                                     Sv(kCv, "HM::table_[]", 2, 17, false, 4, 2),  Sv(kCv, "Entry::next", 3, 17, false, 4, 2),
                                     Sv(kCl, "HM::table_", 1, 24, false, 3, 0),    Sv(kCl, "HM::table_[]", 2, 26, true, 4, 0),
                                     Sv(kCl, "HM::modCount_", 4, 28, false, 5, 1), Sv(kCl, "HM::modCount_", 4, 28, true, 5, 1)};
    for (int i : {1, 2, 3}) svs[static_cast<std::size_t>(i)].real_function = "HM::containsNull";
    return svs;
  }
  // Tuples of the old version: SV1, SV5, SV6 alone, each with an impact case.
  static std::vector<SharedAccess> OldTuples(int sv1, int sv5, int sv6) {
    return {Sv(kCv, "HM::table_", 1, 2, false, 1, sv1), Sv(kCl, "HM::table_", 1, 24, false, 3, sv5),
            Sv(kCl, "HM::table_[]", 2, 26, true, 4, sv6)};
  }

  Golden() {
    const auto test = [&](const char* name,
                          std::initializer_list<std::tuple<const char*, std::uint32_t, std::vector<std::uint32_t>>> covered) {
      TestCoverage coverage;
      coverage.name = name;
      for (const auto& [function, block, threads] : covered)
        for (const std::uint32_t thread : threads)
          coverage.entries.push_back({numbers_.Add({function, block}), MakeThreadId(0, thread)});
      coverage.Sort();
      tests_.push_back(coverage);
    };
    for (const char* name : {"tc1", "tc2"})
      test(name, {{kCl, 3, {1}}, {kCl, 4, {1}}, {kCl, 5, {1}}, {kCv, 1, {2}}, {kCv, 4, {2}}});
    test("tc3", {{kCl, 3, {1, 2}}, {kCl, 4, {1, 2}}, {kCl, 5, {1, 2}}});
    test("tc4", {{kCl, 3, {1}}, {kCl, 5, {1}}, {kCv, 1, {2}}, {kCv, 2, {2}}});
    test("tc5", {{kCv, 1, {1, 2}}, {kCv, 4, {1, 2}}});
    test("tc6", {{kCv, 1, {1, 2}}, {kCv, 2, {1, 2}}});
  }

  std::vector<std::uint32_t> Chosen(const Selection& selection) const {
    std::vector<std::uint32_t> out;
    for (const auto& chosen : selection.chosen) out.push_back(chosen.test);
    return out;
  }
  std::vector<std::uint32_t> SelectedFor(const std::vector<SharedAccess>& svs) const {
    return Chosen(SelectTests(svs, ImpactedPairs(svs), numbers_, tests_));
  }
  std::vector<std::vector<std::uint32_t>> BlocksOf() const {
    std::vector<std::vector<std::uint32_t>> out;
    for (const auto& test : tests_) {
      auto& blocks = out.emplace_back();
      for (const auto& entry : test.entries)
        if (blocks.empty() || blocks.back() != entry.block) blocks.push_back(entry.block);
    }
    return out;
  }

  BlockNumbers numbers_;
  std::vector<TestCoverage> tests_;
  // Races: 0 = (SV3,SV6), 1 = (SV7,SV8), 2 = (SV8,SV8).
  const std::vector<std::vector<std::uint32_t>> races_ = {{0}, {0}, {1, 2}, {}, {}, {}};
};

TEST_F(Golden, Pairs) { EXPECT_THAT(ImpactedPairs(Tuples()), ElementsAre(AccessPair{2, 5}, AccessPair{6, 7}, AccessPair{7, 7})); }

TEST_F(Golden, CoverageAndSelection) {
  const auto svs = Tuples();
  const auto pairs = ImpactedPairs(svs);
  const Selection selection = SelectTests(svs, pairs, numbers_, tests_);
  EXPECT_THAT(selection.targets[tc1].pairs, ElementsAre(PairThreads{0, 2, 1}));
  EXPECT_THAT(selection.targets[tc2].pairs, ElementsAre(PairThreads{0, 2, 1}));
  EXPECT_THAT(selection.targets[tc3].pairs, ElementsAre(PairThreads{1, 1, 2}, PairThreads{2, 1, 2}));
  for (const auto test : {tc4, tc5, tc6}) EXPECT_THAT(selection.targets[test].pairs, IsEmpty());
  EXPECT_THAT(selection.targets[tc4].pairs_any, ElementsAre(1, 2));  // cl:B5 from one thread only
  EXPECT_THAT(Chosen(selection), ElementsAre(tc1, tc2, tc3));
  EXPECT_THAT(selection.uncovered, IsEmpty());
  EXPECT_THAT(SelectAll(6), ElementsAre(tc1, tc2, tc3, tc4, tc5, tc6));
  // Changed blocks of the old version: the return of true, the loop's start, the end of the guarded scope.
  EXPECT_THAT(SelectChanged({{kCv, 4}, {kCv, 2}, {kCl, 5}}, numbers_, tests_), ElementsAre(tc1, tc2, tc3, tc4, tc5, tc6));
  EXPECT_THAT(SelectWithoutThreads(selection, tests_), ElementsAre(tc1, tc2, tc3, tc4));
}

TEST_F(Golden, Orders) {
  const auto svs = Tuples();
  const Selection selection = SelectTests(svs, ImpactedPairs(svs), numbers_, tests_);
  const Ranking ranking = RankTests(selection, svs.size(), 3);
  EXPECT_THAT(ranking.selected, ElementsAre(tc3, tc1, tc2));
  EXPECT_THAT(ranking.all, ElementsAre(tc3, tc1, tc2, tc5, tc4, tc6));
  EXPECT_EQ(ranking.by_impacted, 2u);
  EXPECT_EQ(ranking.by_other, 1u);
  EXPECT_THAT(RankByBlocks(BlocksOf(), numbers_.size()), ElementsAre(tc1, tc4, tc2, tc6, tc3, tc5));
  std::set<std::vector<std::uint32_t>> random;
  for (std::uint64_t seed = 0; seed < 50; ++seed) random.insert(RankTests(selection, svs.size(), 3, {seed}).selected);
  EXPECT_THAT(random, ElementsAre(std::vector<std::uint32_t>{tc3, tc1, tc2}, std::vector<std::uint32_t>{tc3, tc2, tc1}));
}

TEST_F(Golden, RunCounts) {
  const std::vector<std::uint32_t> selected = {tc3, tc1, tc2}, all = {tc3, tc1, tc2, tc5, tc4, tc6}, at_first = {1, 1, 1};
  const RunCount a = CountRuns(selected, races_, at_first), b = CountRuns(all, races_, at_first);
  EXPECT_EQ(std::tuple(a.detection, a.verification, a.total()), std::tuple(3u, 3u, 6u));
  EXPECT_EQ(std::tuple(b.detection, b.verification, b.total()), std::tuple(6u, 3u, 9u));
  EXPECT_EQ(CountRunsReverifying(selected, races_).total(), 7u);
  EXPECT_EQ(CountRunsReverifying(all, races_).total(), 10u);
}

TEST_F(Golden, ApfdOfEveryOrder) {
  const auto text = [&](std::vector<std::uint32_t> order) { return ApfdText(Apfd(order, races_)); };
  EXPECT_EQ(text({tc3, tc1, tc2}), "72.2");
  EXPECT_EQ(text({tc3, tc1, tc2, tc5, tc4, tc6}), "86.1");
  EXPECT_EQ(text({tc1, tc2, tc3, tc4, tc5, tc6}), "69.4");
  EXPECT_EQ(text({tc1, tc4, tc2, tc6, tc3, tc5}), "47.2");
  const auto mean = [&](std::vector<std::uint32_t> order) {
    double sum = 0;
    int count = 0;
    std::ranges::sort(order);
    do {
      sum += *Apfd(order, races_);
      ++count;
    } while (std::ranges::next_permutation(order).found);
    return ApfdText(sum / count);
  };
  EXPECT_EQ(mean({tc1, tc2, tc3}), "57.4");
  EXPECT_EQ(mean({tc1, tc2, tc3, tc4, tc5, tc6}), "56.5");
}

TEST_F(Golden, Variants) {
  EXPECT_THAT(SelectedFor(OldTuples(0, 0, 0)), IsEmpty());                // nothing changed, a comment, a layout
  EXPECT_THAT(SelectedFor(OldTuples(0, 3, 3)), ElementsAre(tc3));         // guard removed, other mutex, recursive mutex
  EXPECT_THAT(SelectedFor(OldTuples(0, 0, 5)), ElementsAre(tc3));         // loop bound
  EXPECT_THAT(ImpactedPairs(OldTuples(0, 3, 3)), ElementsAre(AccessPair{2, 2}));
  auto plain = OldTuples(0, 0, 0);                                        // atomic made plain
  plain.push_back(Sv(kCl, "HM::modCount_", 4, 28, false, 5, 4));
  plain.push_back(Sv(kCl, "HM::modCount_", 4, 28, true, 5, 4));
  EXPECT_THAT(ImpactedPairs(plain), ElementsAre(AccessPair{3, 4}, AccessPair{4, 4}));
  EXPECT_THAT(SelectedFor(plain), ElementsAre(tc3));
}

}  // namespace
}  // namespace reweave::inline simrt
