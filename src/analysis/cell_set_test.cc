#include "analysis/cell_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

namespace reweave::inline analysis {
namespace {

using Plain = std::set<CellSet::Number>;

CellSet Of(const Plain& plain) {
  CellSet out;
  for (const CellSet::Number number : plain) out.Insert(number);
  return out;
}

Plain Listed(const CellSet& set) {
  std::vector<CellSet::Number> numbers;
  set.ForEach([&](CellSet::Number number) { numbers.push_back(number); });
  EXPECT_TRUE(std::ranges::is_sorted(numbers));
  EXPECT_EQ(std::ranges::adjacent_find(numbers), numbers.end());
  return {numbers.begin(), numbers.end()};
}

// Sets of many sizes, dense and sparse, against std::set.
TEST(CellSet, DoesWhatAPlainSetDoes) {
  std::mt19937 random(11);
  const auto any = [&] {
    Plain out;
    const CellSet::Number range = CellSet::Number{1} << (1 + random() % 14), count = random() % (1 << random() % 10);
    for (CellSet::Number i = 0; i < count; ++i) out.insert(random() % range);
    return out;
  };
  for (int turn = 0; turn < 500; ++turn) {
    const Plain a = any(), b = any(), waiting = any();
    Plain both = a, common, rest;
    both.insert(b.begin(), b.end());
    std::ranges::set_intersection(a, b, std::inserter(common, common.end()));
    std::ranges::set_difference(a, b, std::inserter(rest, rest.end()));
    Plain fresh = waiting;
    std::ranges::set_difference(b, a, std::inserter(fresh, fresh.end()));

    CellSet united = Of(a), told = Of(waiting), with = Of(a), intersected = Of(a), subtracted = Of(a);
    EXPECT_EQ(united.Unite(Of(b), told), both.size() > a.size());
    with.Unite(Of(b));
    intersected.Intersect(Of(b));
    subtracted.Subtract(Of(b));
    ASSERT_EQ(Listed(united), both);
    ASSERT_EQ(Listed(told), fresh);
    ASSERT_EQ(with, united);
    ASSERT_EQ(intersected, Of(common));
    ASSERT_EQ(subtracted, Of(rest));
    ASSERT_EQ(Of(a).Meets(Of(b)), !common.empty());
    ASSERT_EQ(Of(a).empty(), a.empty());
    for (const CellSet::Number number : b) ASSERT_EQ(Of(a).Contains(number), a.contains(number));
  }
}

TEST(CellSet, InsertSaysWhetherTheNumberIsNew) {
  CellSet set;
  EXPECT_TRUE(set.Insert(4711));
  EXPECT_FALSE(set.Insert(4711));
  EXPECT_TRUE(set.Insert(0));
  EXPECT_EQ(Listed(set), (Plain{0, 4711}));
}

}  // namespace
}  // namespace reweave::inline analysis
