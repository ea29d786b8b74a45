#include "suite/shards.h"

#include <gtest/gtest.h>

#include <numeric>

namespace reweave::inline suite {
namespace {

TEST(Shards, APartIsOneOfSoMany) {
  ASSERT_TRUE(ParseShard("3/8"));
  EXPECT_EQ(*ParseShard("3/8"), (Shard{3, 8}));
  EXPECT_EQ(*ParseShard("1/1"), (Shard{1, 1}));
  for (const char* text : {"", "3", "3/", "/8", "0/8", "9/8", "-1/8", "3/8 ", "3/8x", "a/b", "1/99999", "1/99999999999"})
    EXPECT_FALSE(ParseShard(text)) << text;
}

TEST(Shards, EveryTestIsInExactlyOnePartAndThePartsAreBalancedByTime) {
  std::vector<std::string> names;
  std::map<std::string, double> seconds;
  double all = 0, longest = 0;
  for (int i = 0; i < 100; ++i) {
    names.push_back("test" + std::to_string(i));
    seconds[names.back()] = (i * 37 % 100) / 10.0;
    all += seconds[names.back()];
    longest = std::max(longest, seconds[names.back()]);
  }
  const auto parts = AssignShards(names, seconds, 8);
  std::vector<double> load(8, 0);
  for (std::size_t i = 0; i < names.size(); ++i) load.at(parts[i] - 1) += seconds[names[i]];
  EXPECT_LT(*std::ranges::max_element(load), all / 8 + longest / 3);
  EXPECT_GT(*std::ranges::min_element(load), all / 8 - longest / 3);
}

TEST(Shards, TheOrderInWhichTestsAreListedDoesNotMatter) {
  std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g"};
  const std::map<std::string, double> seconds = {{"c", 10}, {"f", 1}, {"gone", 100}};
  std::map<std::string, unsigned> first;
  const auto parts = AssignShards(names, seconds, 3);
  for (std::size_t i = 0; i < names.size(); ++i) first[names[i]] = parts[i];
  std::vector<std::string> reversed(names.rbegin(), names.rend());
  const auto again = AssignShards(reversed, seconds, 3);
  for (std::size_t i = 0; i < reversed.size(); ++i) EXPECT_EQ(again[i], first[reversed[i]]) << reversed[i];
  EXPECT_EQ(ShardPlanId(names, parts), ShardPlanId(reversed, again));
  EXPECT_NE(ShardPlanId(names, parts), ShardPlanId(names, AssignShards(names, {{"a", 100}}, 3)));
}

TEST(Shards, WithoutTimesTheNumberOfTestsIsBalanced) {
  std::vector<std::string> names;
  for (int i = 0; i < 10; ++i) names.push_back("t" + std::to_string(i));
  std::vector<int> count(4, 0);
  for (const unsigned part : AssignShards(names, {}, 4)) ++count.at(part - 1);
  EXPECT_LE(*std::ranges::max_element(count), 3);
  EXPECT_GE(*std::ranges::min_element(count), 2);
}

TEST(Shards, MorePartsThanTestsLeavesSomeEmpty) {
  const auto parts = AssignShards({"a", "b"}, {}, 5);
  EXPECT_EQ(parts.size(), 2u);
  EXPECT_NE(parts[0], parts[1]);
}

TEST(Shards, ADivisionIsReadBackOnlyForTheSameTests) {
  const std::vector<std::string> names = {"b", "a", "c\n"};
  const std::vector<unsigned> parts = {2, 1, 2};
  const std::string text = EncodeShards(names, parts);
  EXPECT_EQ(DecodeShards(text, names, 2), parts);
  EXPECT_EQ(DecodeShards(text, {"a", "b", "c\n"}, 2), (std::vector<unsigned>{1, 2, 2}));
  EXPECT_FALSE(DecodeShards(text, {"a", "b"}, 2));
  EXPECT_FALSE(DecodeShards(text, {"a", "b", "d"}, 2));
  EXPECT_FALSE(DecodeShards(text, names, 1));
  for (std::size_t cut = 1; cut < text.size(); ++cut) EXPECT_FALSE(DecodeShards(text.substr(0, cut), names, 2)) << cut;
}

}  // namespace
}  // namespace reweave::inline suite
