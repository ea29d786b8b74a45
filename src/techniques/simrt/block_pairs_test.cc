#include "techniques/simrt/block_pairs.h"

#include <gtest/gtest.h>

#include "facts/dominators.h"

namespace reweave::inline simrt {
namespace {

using facts::EdgeLabel;
using Edges = std::vector<BlockEdge>;
using Blocks = std::vector<std::uint32_t>;

// Blocks by their edges; equal content = equal number in `contents` (default: all different).
FunctionFacts Function(const std::vector<Edges>& edges, const std::vector<std::uint64_t>& contents = {}) {
  FunctionFacts out;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    BlockFacts& block = out.blocks.emplace_back();
    block.hash[0] = static_cast<unsigned char>(contents.empty() ? i + 1 : contents[i]);
    block.edges = edges[i];
  }
  return out;
}

BlockEdge T(std::uint32_t to) { return {to, EdgeLabel::kTrue}; }
BlockEdge F(std::uint32_t to) { return {to, EdgeLabel::kFalse}; }
BlockEdge To(std::uint32_t to) { return {to, EdgeLabel::kNone}; }
BlockEdge N(std::uint32_t to) { return {to, EdgeLabel::kNormal}; }
BlockEdge U(std::uint32_t to) { return {to, EdgeLabel::kUnwind}; }

void Calls(FunctionFacts& function, std::uint32_t block, const char* name) {
  CallSite call;
  call.block = block;
  call.callee = call.callee_name = name;
  function.calls.push_back(call);
}

TEST(Controlled, BranchesOfAnIf) {
  const auto f = Function({{T(1), F(2)}, {To(3)}, {To(3)}, {}});
  EXPECT_EQ(ControlledBlocks(f)[0], (Blocks{1, 2}));
  EXPECT_EQ(ControlledBlocks(f)[1], (Blocks{}));
}

TEST(Controlled, ALoopControlsItsBodyAndItself) {
  const auto f = Function({{To(1)}, {T(2), F(3)}, {To(1)}, {}});
  EXPECT_EQ(ControlledBlocks(f)[1], (Blocks{1, 2}));
}

TEST(Controlled, AnEndlessLoopHasControlsToo) {
  const auto f = Function({{To(1)}, {T(2), F(3)}, {To(1)}, {To(1)}});
  EXPECT_FALSE(ControlledBlocks(f)[1].empty());
}

TEST(Controlled, WhatFollowsDoesNotDependOnAThrow) {
  auto f = Function({{T(1), F(2)}, {}, {To(3)}, {}});
  Calls(f, 1, "__cxa_throw");
  EXPECT_EQ(ControlledBlocks(f)[0], (Blocks{1}));
}

TEST(Controlled, NorOnAThrowThatCleansUp) {
  // The call has an edge that is never taken and one to the cleanup.
  auto f = Function({{T(1), F(2)}, {N(5), U(4)}, {To(3)}, {}, {}, {}});
  Calls(f, 1, "std::__throw_length_error(char const*)");
  EXPECT_EQ(ControlledBlocks(f)[0], (Blocks{1}));
}

TEST(Controlled, NorOnAMessageThatIsMadeFirst) {
  auto f = Function({{T(1), F(3)}, {N(2), U(4)}, {}, {}, {}});
  Calls(f, 2, "__cxa_throw");
  EXPECT_EQ(ControlledBlocks(f)[0], (Blocks{1, 2}));
}

TEST(Controlled, ExceptionsOfCallsControlNothing) {
  const auto f = Function({{N(1), U(2)}, {}, {}});
  EXPECT_EQ(ControlledBlocks(f)[0], (Blocks{}));
}

TEST(Dominators, MeetAboveTheBranch) {
  const auto f = Function({{T(1), F(2)}, {To(3)}, {To(3)}, {To(4)}, {}});
  EXPECT_EQ(Dominators(f), (Blocks{0, 0, 0, 0, 3}));
}

using State = BlockPair::State;

std::vector<State> States(const std::vector<BlockPair>& pairs) {
  std::vector<State> out;
  for (const BlockPair& pair : pairs) out.push_back(pair.state);
  return out;
}

TEST(Pairs, EqualFunctionsPairBlockByBlock) {
  const auto f = Function({{T(1), F(2)}, {To(3)}, {To(3)}, {}});
  const auto pairs = PairBlocks(f, f);
  for (std::uint32_t b = 0; b < 4; ++b) EXPECT_EQ(pairs[b].old_block, b);
  EXPECT_EQ(States(pairs), (std::vector<State>(4, State::kSame)));
  EXPECT_TRUE(ChangedBlocks(f, pairs).empty());
}

TEST(Pairs, TheWalkGoesOnBehindAChangedBlock) {
  const std::vector<Edges> edges = {{To(1)}, {To(2)}, {}};
  const auto before = Function(edges, {1, 2, 3}), now = Function(edges, {1, 9, 3});
  const auto pairs = PairBlocks(before, now);
  EXPECT_EQ(States(pairs), (std::vector<State>{State::kSame, State::kChanged, State::kSame}));
  EXPECT_EQ(pairs[1].old_block, 1u);
  EXPECT_EQ(ChangedBlocks(before, pairs), (Blocks{1}));
}

TEST(Pairs, AFailedLockIsNoBranch) {
  // Before: lock, which throws if it fails; then the condition. Now: the condition at once.
  auto before = Function({{T(4), F(1)}, {T(2), F(3)}, {To(3)}, {}, {}}, {1, 2, 3, 4, 5});
  Calls(before, 4, "std::__throw_system_error(int)");
  const auto now = Function({{T(1), F(2)}, {To(2)}, {}}, {2, 9, 4});
  const auto pairs = PairBlocks(before, now);
  EXPECT_EQ(States(pairs), (std::vector<State>{State::kSame, State::kChanged, State::kSame}));
  EXPECT_EQ(pairs[0].old_block, 1u);
  EXPECT_EQ(pairs[1].old_block, 2u);
  EXPECT_EQ(pairs[2].old_block, 3u);
}

TEST(Pairs, AnInsertedBlockBelongsToItsDominator) {
  const auto before = Function({{To(1)}, {}}, {1, 2});
  const auto now = Function({{To(1)}, {T(2), F(3)}, {To(3)}, {}}, {1, 7, 8, 2});
  const auto pairs = PairBlocks(before, now);
  EXPECT_EQ(pairs[3].state, State::kSame);  // found by its content
  EXPECT_EQ(pairs[3].old_block, 1u);
  EXPECT_EQ(pairs[2].state, State::kNew);
  EXPECT_EQ(pairs[2].old_block, pairs[1].old_block);
}

}  // namespace
}  // namespace reweave::inline simrt
