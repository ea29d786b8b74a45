#include "techniques/recontest/loops.h"

#include <gtest/gtest.h>

namespace reweave::recontest {
namespace {

using Loops = std::vector<std::vector<std::uint32_t>>;

FunctionFacts Function(const std::vector<std::vector<std::uint32_t>>& edges, const std::vector<LoopSite>& loops) {
  FunctionFacts out;
  for (const auto& targets : edges) {
    BlockFacts& block = out.blocks.emplace_back();
    for (const std::uint32_t target : targets) block.edges.push_back({.target = target});
  }
  out.loops = loops;
  return out;
}

LoopSite Header(std::uint32_t block, std::uint32_t depth) {
  LoopSite out;
  out.block = block, out.depth = depth;
  return out;
}

TEST(Loops, TheOuterOneComesFirst) {
  // 0 -> 1 { 2 { 3 } 4 } -> 5; the facts list the inner loop first.
  const auto f = Function({{1}, {2, 5}, {3, 4}, {2}, {1}, {}}, {Header(2, 2), Header(1, 1)});
  EXPECT_EQ(LoopsOfBlocks(f), (Loops{{}, {1}, {1, 0}, {1, 0}, {1}, {}}));
}

TEST(Loops, TwoBackEdgesAreOneLoop) {
  const auto f = Function({{1}, {2, 4}, {3, 1}, {1}, {}}, {Header(1, 1)});
  EXPECT_EQ(LoopsOfBlocks(f), (Loops{{}, {0}, {0}, {0}, {}}));
}

TEST(Loops, ACycleWithTwoEntriesIsNone) {
  const auto f = Function({{1, 2}, {2}, {1, 3}, {}}, {Header(1, 1)});
  EXPECT_EQ(LoopsOfBlocks(f), (Loops{{}, {0}, {}, {}}));  // no back edge to a block that dominates it
}

}  // namespace
}  // namespace reweave::recontest
