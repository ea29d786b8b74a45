#include "techniques/recontest/loops.h"

#include <algorithm>

#include "facts/dominators.h"

namespace reweave::recontest {

namespace {

// Blocks are in reverse post-order: what dominates a block comes before it.
bool Dominates(const std::vector<std::uint32_t>& dominators, std::uint32_t block, std::uint32_t other) {
  while (other > block) other = dominators[other];
  return other == block;
}

// The natural loop of a header: what reaches one of its back edges without passing through it.
std::vector<bool> BodyOf(std::uint32_t header, const std::vector<std::vector<std::uint32_t>>& predecessors,
                         const std::vector<std::uint32_t>& dominators) {
  std::vector<bool> in(predecessors.size(), false);
  std::vector<std::uint32_t> work;
  in[header] = true;
  for (const std::uint32_t latch : predecessors[header])
    if (Dominates(dominators, header, latch) && !in[latch]) in[latch] = true, work.push_back(latch);
  while (!work.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    for (const std::uint32_t p : predecessors[b])
      if (!in[p]) in[p] = true, work.push_back(p);
  }
  return in;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> LoopsOfBlocks(const FunctionFacts& function) {
  std::vector<std::vector<std::uint32_t>> out(function.blocks.size());
  if (function.loops.empty()) return out;
  const auto predecessors = PredecessorsOf(function);
  const auto dominators = Dominators(function);
  std::vector<std::uint32_t> loops(function.loops.size());
  for (std::uint32_t i = 0; i < loops.size(); ++i) loops[i] = i;
  std::ranges::sort(loops, {}, [&](std::uint32_t i) { return std::pair(function.loops[i].depth, i); });
  for (const std::uint32_t loop : loops) {
    if (function.loops[loop].block >= function.blocks.size()) continue;
    const std::vector<bool> body = BodyOf(function.loops[loop].block, predecessors, dominators);
    for (std::uint32_t b = 0; b < body.size(); ++b)
      if (body[b]) out[b].push_back(loop);
  }
  return out;
}

}  // namespace reweave::recontest
