#include "techniques/simrt/selector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "base/rng.h"
#include "techniques/simrt/apfd.h"
#include "techniques/simrt/ranker.h"

namespace reweave::inline simrt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Lists = std::vector<std::vector<std::uint32_t>>;

SharedAccess Access(std::uint32_t alias_class, bool write, bool impacted, std::uint32_t block) {
  SharedAccess access;
  access.alias_class = alias_class;
  access.write = write;
  access.impact = impacted ? ImpactCase::kDirect : ImpactCase::kNone;
  access.blocks = {{"f", block}};
  return access;
}

// The specification, word by word and slowly.
std::vector<std::uint32_t> SlowGreedy(std::vector<std::uint32_t> rest, const Lists& covers) {
  std::vector<std::uint32_t> order;
  while (!rest.empty()) {
    std::set<std::uint32_t> seen;
    bool progress = false;
    for (;;) {
      std::size_t best = 0, at = 0;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        std::size_t gain = 0;
        for (const auto target : covers[rest[i]]) gain += !seen.contains(target);
        if (gain > best) best = gain, at = i;
      }
      if (best == 0) break;
      progress = true;
      order.push_back(rest[at]);
      seen.insert(covers[rest[at]].begin(), covers[rest[at]].end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
    }
    if (!progress) {
      order.insert(order.end(), rest.begin(), rest.end());
      break;
    }
  }
  return order;
}

Lists RandomCovers(Rng& rng, std::size_t tests, std::uint32_t targets, std::uint32_t most) {
  Lists covers(tests);
  for (auto& list : covers) {
    for (std::uint64_t i = rng.Below(most + 1); i > 0; --i) list.push_back(static_cast<std::uint32_t>(rng.Below(targets)));
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return covers;
}

TEST(Matcher, NeverReadReadOtherClassUnimpactedNorAtomicsThatAreWhatTheyWere) {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<SharedAccess> accesses;
    for (int i = 0; i < 30; ++i) {
      accesses.push_back(Access(static_cast<std::uint32_t>(rng.Below(4)), rng.Below(2), rng.Below(3) == 0, 0));
      accesses.back().atomic = rng.Below(2);
      accesses.back().multi_thread = rng.Below(2);
      accesses.back().recast = accesses.back().atomic && rng.Below(4) == 0;
    }
    const auto pairs = ImpactedPairs(accesses);
    EXPECT_TRUE(std::ranges::is_sorted(pairs));
    std::size_t expected = 0;
    for (std::uint32_t i = 0; i < accesses.size(); ++i)
      for (std::uint32_t j = i; j < accesses.size(); ++j) {
        const auto &a = accesses[i], &b = accesses[j];
        const bool pair = a.alias_class == b.alias_class && (a.write || b.write) && (a.impacted() || b.impacted()) &&
                          (!(a.atomic && b.atomic) || a.recast || b.recast) && (i != j || a.multi_thread);
        expected += pair;
        EXPECT_EQ(std::ranges::binary_search(pairs, AccessPair{i, j}), pair);
      }
    EXPECT_EQ(pairs.size(), expected);
  }
}

TEST(Matcher, AsksForEachPairBecauseAliasingIsNotTransitive) {
  std::vector<SharedAccess> accesses = {Access(1, true, true, 0), Access(1, false, false, 1), Access(1, false, false, 2)};
  accesses[0].variable = "a", accesses[1].variable = "b", accesses[2].variable = "c";
  const auto pairs = ImpactedPairs(
      accesses, [](const SharedAccess& x, const SharedAccess& y) { return x.variable != "c" && y.variable != "c"; });
  EXPECT_THAT(pairs, ElementsAre(AccessPair{0, 0}, AccessPair{0, 1}));
}

class Selecting : public testing::Test {
 protected:
  TestCoverage& Add(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> entries) {
    TestCoverage test;
    test.name = "t" + std::to_string(tests_.size());
    for (const auto& [block, thread] : entries) test.entries.push_back({numbers_.Add({"f", block}), thread});
    test.Sort();
    return tests_.emplace_back(test);
  }
  Selection Select() { return SelectTests(accesses_, ImpactedPairs(accesses_), numbers_, tests_); }
  std::vector<SharedAccess> accesses_;
  BlockNumbers numbers_;
  std::vector<TestCoverage> tests_;
};

TEST_F(Selecting, OneThreadIsNeverEnough) {
  accesses_ = {Access(1, true, true, 0), Access(1, false, false, 1)};
  Add({{0, 0}, {1, 0}});
  Add({{0, 1}, {1, 2}});
  Add({{0, 1}, {0, 2}});
  const Selection selection = Select();
  EXPECT_THAT(selection.chosen,
              ElementsAre(Selection::Chosen{1, SelectReason::kCovers}, Selection::Chosen{2, SelectReason::kCovers}));
}

// What the first thread did while it was alone is in no pair where it still is alone; the count of what a test reaches has it.
TEST_F(Selecting, AFirstThreadThatWasAloneIsBesideNobody) {
  accesses_ = {Access(1, true, true, 0), Access(1, false, false, 1)};
  numbers_.Add({"f", 1});
  TestCoverage& test = Add({{0, 1}});
  test.AddAlone({{*numbers_.Find({"f", 1}), 0}});
  EXPECT_TRUE(Select().Has(0)) << "the change may have moved the start of the thread";
  accesses_[1].beside_only = true;
  EXPECT_FALSE(Select().Has(0));
  EXPECT_THAT(Select().targets[0].pairs_any, ElementsAre(0u, 1u)) << "without the condition on threads, all count";
  tests_.clear();
  Add({{0, 1}, {1, 0}}).AddAlone({{*numbers_.Find({"f", 1}), 0}});
  EXPECT_TRUE(Select().Has(0)) << "it was there beside others, too";
}

// The blocks of a program are numbered anew among those of all programs: what was alone stays what it was.
TEST_F(Selecting, WhoWasAloneStaysSoUnderOtherNumbers) {
  TestCoverage& test = Add({{0, 1}, {1, 0}});
  test.AddAlone({{2, 0}, {3, 0}});
  test.Renumber([](std::uint32_t block) { return 13 - block; });
  EXPECT_THAT(test.entries, ElementsAre(TestCoverage::Entry{10, 0}, TestCoverage::Entry{11, 0}, TestCoverage::Entry{12, 0},
                                        TestCoverage::Entry{13, 1}));
  EXPECT_THAT(test.alone, ElementsAre(TestCoverage::Entry{10, 0}, TestCoverage::Entry{11, 0}));
}

TEST_F(Selecting, AlternativeBlocksAreUnited) {
  accesses_ = {Access(1, true, true, 0), Access(1, false, false, 1)};
  accesses_[0].blocks.push_back({"f", 7});
  Add({{7, 1}, {1, 2}});
  Add({{0, 3}, {7, 4}, {1, 3}});
  const Selection selection = Select();
  ASSERT_EQ(selection.chosen.size(), 2u);
  // Pair 0 is the write with itself, from block 0 in thread 3 and block 7 in thread 4.
  EXPECT_THAT(selection.targets[1].pairs, ElementsAre(PairThreads{0, 3, 4}, PairThreads{1, 4, 3}));
}

TEST_F(Selecting, ThreadsOfTheNewVersionDifferFromAll) {
  accesses_ = {Access(1, true, true, 0), Access(1, false, false, 1)};
  accesses_[0].spawned = true;
  Add({{0, 0}, {1, 0}});
  const Selection selection = Select();
  EXPECT_THAT(selection.targets[0].pairs,
              ElementsAre(PairThreads{0, kFreshThread, kFreshThread}, PairThreads{1, kFreshThread, 0}));
}

TEST_F(Selecting, TestsThatSayTooLittleAreChosenWithTheirReason) {
  accesses_ = {Access(1, true, true, 0)};
  Add({}).known = false;
  Add({{0, 1}}).complete = false;
  Add({{5, 1}}).failed_last = true;
  Add({{5, 1}});
  Add({{0, 1}, {0, 2}}).complete = false;
  const Selection selection = Select();
  EXPECT_THAT(selection.chosen,
              ElementsAre(Selection::Chosen{0, SelectReason::kNoHistory}, Selection::Chosen{1, SelectReason::kIncomplete},
                          Selection::Chosen{2, SelectReason::kFailedLast}, Selection::Chosen{4, SelectReason::kCovers}));
  // What is known of them ranks them.
  EXPECT_THAT(RankTests(selection, 1, 1).all, ElementsAre(4, 0, 1, 2, 3));
}

TEST_F(Selecting, UncoveredPairsHaveANearestTest) {
  accesses_ = {Access(1, true, true, 0), Access(1, false, false, 1), Access(2, true, true, 9)};
  Add({{1, 1}});
  Add({{0, 1}, {1, 1}});
  const Selection selection = Select();
  const auto pairs = ImpactedPairs(accesses_);
  EXPECT_THAT(selection.chosen, IsEmpty());
  EXPECT_THAT(selection.uncovered, ElementsAre(0, 1, 2));
  EXPECT_EQ(NearestTest(selection, pairs, accesses_, 0), 1u);
  EXPECT_EQ(NearestTest(selection, pairs, accesses_, 1), 1u);
  EXPECT_EQ(NearestTest(selection, pairs, accesses_, 2), std::nullopt);
}

TEST_F(Selecting, UnmappedAccessesSelectNothing) {
  accesses_ = {Access(1, true, true, 0)};
  accesses_[0].blocks.clear();
  Add({{0, 1}, {0, 2}});
  EXPECT_THAT(Select().chosen, IsEmpty());
}

TEST_F(Selecting, RandomHistoriesAgreeWithTheDefinition) {
  Rng rng(11);
  for (int round = 0; round < 30; ++round) {
    accesses_.clear(), tests_.clear();
    for (int i = 0; i < 20; ++i)
      accesses_.push_back(
          Access(static_cast<std::uint32_t>(rng.Below(3)), rng.Below(2), rng.Below(2), static_cast<std::uint32_t>(rng.Below(8))));
    for (int t = 0; t < 20; ++t) {
      TestCoverage& test = Add({});
      for (int i = 0; i < 6; ++i)
        test.entries.push_back({numbers_.Add({"f", static_cast<std::uint32_t>(rng.Below(8))}), rng.Below(3)});
      test.Sort();
    }
    const auto pairs = ImpactedPairs(accesses_);
    const Selection selection = Select();
    const auto threads = [&](const TestCoverage& test, const SharedAccess& access) {
      std::set<ThreadId> out;
      for (const auto& entry : test.entries)
        if (std::ranges::find(access.blocks, numbers_[entry.block]) != access.blocks.end()) out.insert(entry.thread);
      return out;
    };
    for (std::uint32_t t = 0; t < tests_.size(); ++t) {
      std::vector<std::uint32_t> got, wanted;
      for (const auto& pair : selection.targets[t].pairs) got.push_back(pair.pair);
      for (std::uint32_t p = 0; p < pairs.size(); ++p) {
        bool covers = false;
        for (const auto a : threads(tests_[t], accesses_[pairs[p].first]))
          for (const auto b : threads(tests_[t], accesses_[pairs[p].second])) covers |= a != b;
        if (covers) wanted.push_back(p);
      }
      EXPECT_EQ(got, wanted);
      // The selection is part of the one without threads.
      const auto any = SelectWithoutThreads(selection, tests_);
      EXPECT_TRUE(!selection.Has(t) || std::ranges::find(any, t) != any.end());
    }
    const Ranking ranking = RankTests(selection, accesses_.size(), pairs.size());
    auto sorted = ranking.all;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, SelectAll(tests_.size()));
    EXPECT_TRUE(std::equal(ranking.selected.begin(), ranking.selected.end(), ranking.all.begin()));
  }
}

TEST(Ranker, AgreesWithTheSlowOne) {
  Rng rng(3);
  for (int round = 0; round < 150; ++round) {
    const auto targets = static_cast<std::uint32_t>(1 + rng.Below(round % 2 ? 400 : 12));
    const Lists covers = RandomCovers(rng, 40, targets, 1 + static_cast<std::uint32_t>(rng.Below(12)));
    const auto tests = SelectAll(covers.size());
    EXPECT_EQ(RankByAdditional(tests, covers, targets), SlowGreedy(tests, covers)) << round;
  }
}

TEST(Ranker, ARandomTieIsStillTheGreedyChoiceAndTheSeedDecides) {
  Rng rng(5);
  const Lists covers = RandomCovers(rng, 30, 6, 3);
  const auto tests = SelectAll(covers.size());
  EXPECT_EQ(RankByAdditional(tests, covers, 6, {9}), RankByAdditional(tests, covers, 6, {9}));
  std::set<std::vector<std::uint32_t>> orders;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto order = RankByAdditional(tests, covers, 6, {seed});
    orders.insert(order);
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> rest = tests;
    for (const auto test : order) {
      const auto gain = [&](std::uint32_t t) {
        return std::ranges::count_if(covers[t], [&](auto target) { return !seen.contains(target); });
      };
      auto best = std::ranges::max(rest, {}, gain);
      if (gain(best) == 0) seen.clear(), best = std::ranges::max(rest, {}, gain);
      EXPECT_EQ(gain(test), gain(best));
      seen.insert(covers[test].begin(), covers[test].end());
      std::erase(rest, test);
    }
  }
  EXPECT_GT(orders.size(), 10u);
  EXPECT_NE(RankRandom(tests, 1), RankRandom(tests, 2));
  EXPECT_EQ(RankRandom(tests, 1), RankRandom(tests, 1));
}

TEST(Apfd, HandComputedValues) {
  EXPECT_EQ(Apfd({}, {}), std::nullopt);
  EXPECT_EQ(ApfdText(Apfd({0, 1}, {{}, {}})), "n/a");
  EXPECT_DOUBLE_EQ(*Apfd({0}, {{1}}), 50.0);                     // n = 1: the best there is
  EXPECT_DOUBLE_EQ(*Apfd({0, 1}, {{1}, {}}), 75.0);
  EXPECT_DOUBLE_EQ(*Apfd({1, 0}, {{1}, {}}), 25.0);
  EXPECT_DOUBLE_EQ(*Apfd({0, 1, 2, 3}, {{5}, {}, {7, 5}, {}}), 100 * (1 - 4.0 / 8 + 1.0 / 8));
  EXPECT_DOUBLE_EQ(*ApfdGain(96.9, 50.3), 100 * (96.9 - 50.3) / 50.3);
  EXPECT_EQ(ApfdGain(std::nullopt, 3.0), std::nullopt);
}

TEST(Runs, UnconfirmedPairsAreTriedAgainConfirmedOnesNever) {
  // Pair 0 is confirmed at its second run, pair 1 never.
  const Lists reports = {{0, 1}, {0}, {0, 1}};
  const RunCount one = CountRuns({0, 1, 2}, reports, {2, 0});
  EXPECT_EQ(one.detection, 3u);
  EXPECT_EQ(one.verification, 4u);  // 0 under tests 0 and 1, 1 under tests 0 and 2
  EXPECT_EQ(CountRuns({0, 1, 2}, reports, {2, 0}, 3).verification, 2u + 6u);
  RunCounter counter;
  EXPECT_TRUE(counter.Wanted(4));
  counter.Verify(4, false);
  EXPECT_TRUE(counter.Wanted(4));
  counter.Verify(4, true);
  EXPECT_FALSE(counter.Wanted(4));
  EXPECT_THAT(counter.runs_of_pairs(), ElementsAre(0, 0, 0, 0, 2));
}

// As ImpactedPairs was before pairs came from groups.
std::vector<AccessPair> SlowPairs(const std::vector<SharedAccess>& accesses, const MayAlias& may_alias) {
  std::vector<AccessPair> out;
  for (std::uint32_t i = 0; i < accesses.size(); ++i)
    for (std::uint32_t j = i; j < accesses.size(); ++j) {
      const SharedAccess &a = accesses[i], &b = accesses[j];
      if (a.alias_class != b.alias_class || (!a.impacted() && !b.impacted()) || (!a.write && !b.write)) continue;
      if ((a.atomic && b.atomic) || (i == j && !a.multi_thread) || !may_alias(a, b)) continue;
      out.push_back({i, j});
    }
  return out;
}

struct Generated {
  std::vector<SharedAccess> accesses;
  std::vector<std::uint32_t> places;  // bits: two alias if they have one in common

  explicit Generated(std::uint64_t seed) {
    Rng rng(seed);
    for (int i = 0; i < 120; ++i) {
      SharedAccess& access = accesses.emplace_back(Access(static_cast<std::uint32_t>(rng.Below(4)), rng.Below(3) == 0,
                                                          rng.Below(3) == 0, static_cast<std::uint32_t>(rng.Below(9))));
      access.atomic = rng.Below(5) == 0;
      access.multi_thread = rng.Below(2) == 0;
      access.spawned = rng.Below(8) == 0;
      places.push_back(1 + static_cast<std::uint32_t>(rng.Below(7)));
    }
  }
  MayAlias may_alias() const {
    return [this](const SharedAccess& a, const SharedAccess& b) {
      return (places[static_cast<std::size_t>(&a - accesses.data())] & places[static_cast<std::size_t>(&b - accesses.data())]) !=
             0;
    };
  }
  std::vector<TestCoverage> Tests(BlockNumbers& numbers) const {
    Rng rng(7);
    for (std::uint32_t b = 0; b < 9; ++b) numbers.Add({"f", b});
    std::vector<TestCoverage> tests(60);
    for (TestCoverage& test : tests) {
      for (std::uint64_t n = 1 + rng.Below(3); n > 0; --n)
        test.entries.push_back({static_cast<std::uint32_t>(rng.Below(9)), 1 + rng.Below(2)});
      test.Sort();
    }
    return tests;
  }
};

TEST(Pairs, FromGroupsAreThoseOfEachTwo) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Generated given(seed);
    const auto wanted = SlowPairs(given.accesses, given.may_alias());
    const PairList found = ListPairs(given.accesses, given.places, given.may_alias());
    EXPECT_EQ(found.pairs, wanted);
    EXPECT_EQ(found.total, wanted.size());
    EXPECT_THAT(found.crowded, IsEmpty());
    EXPECT_EQ(ImpactedPairs(given.accesses, given.may_alias()), wanted);
  }
}

// Fewer are listed, all are counted, the same tests are selected.
TEST(Pairs, ManyAreListedByBlocks) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Generated given(seed);
    BlockNumbers numbers;
    const auto tests = given.Tests(numbers);
    const auto all = SlowPairs(given.accesses, given.may_alias());
    const PairList few = ListPairs(given.accesses, given.places, given.may_alias(), all.size() - 1);
    EXPECT_EQ(few.total, all.size());
    EXPECT_LT(few.pairs.size(), all.size());
    EXPECT_THAT(few.crowded, IsEmpty());
    EXPECT_TRUE(std::ranges::includes(all, few.pairs));
    EXPECT_EQ(SelectTests(given.accesses, few.pairs, numbers, tests).chosen,
              SelectTests(given.accesses, all, numbers, tests).chosen);
  }
}

// With room for next to nothing, no test is lost.
TEST(Pairs, CrowdedClassesSelectMore) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Generated given(seed);
    BlockNumbers numbers;
    const auto tests = given.Tests(numbers);
    const auto wanted = SelectTests(given.accesses, SlowPairs(given.accesses, given.may_alias()), numbers, tests);
    const PairList few = ListPairs(given.accesses, given.places, given.may_alias(), 5);
    EXPECT_LE(few.pairs.size(), 5u);
    EXPECT_FALSE(few.crowded.empty());
    Selection selection = SelectTests(given.accesses, few.pairs, numbers, tests);
    SelectCrowded(given.accesses, few.crowded, numbers, tests, {}, selection);
    for (const auto& chosen : wanted.chosen) EXPECT_TRUE(selection.Has(chosen.test)) << seed << " " << chosen.test;
  }
}

TEST(Pairs, NearestTestsAtOnce) {
  const Generated given(3);
  BlockNumbers numbers;
  const auto tests = given.Tests(numbers);
  const auto pairs = SlowPairs(given.accesses, given.may_alias());
  const Selection selection = SelectTests(given.accesses, pairs, numbers, tests);
  const auto nearest = NearestTests(selection, pairs, given.accesses.size(), pairs.size());
  for (std::uint32_t p = 0; p < pairs.size(); ++p) EXPECT_EQ(nearest[p], NearestTest(selection, pairs, given.accesses, p));
}

TEST(CompactThread, StandsForAnyThread) {
  static_assert(sizeof(CompactThread) == 4 && sizeof(TestCoverage::Entry) == 8 && sizeof(PairThreads) == 12);
  const ThreadId threads[] = {0,
                              1,
                              MakeThreadId(0, 2'000'000),
                              MakeThreadId(0, 3'000'000),
                              MakeThreadId(1, 0),
                              MakeThreadId(1023, 7),
                              MakeThreadId(5000, 7),
                              MakeThreadId(5000, 8),
                              MakeThreadId(~0u, 3),
                              kFreshThread};
  for (const ThreadId a : threads)
    for (const ThreadId b : threads) {
      EXPECT_EQ(ThreadId(CompactThread(a)), a);
      EXPECT_EQ(CompactThread(a) == CompactThread(b), a == b);
      EXPECT_EQ(CompactThread(a) < CompactThread(b), a < b);
    }
}

}  // namespace
}  // namespace reweave::inline simrt
