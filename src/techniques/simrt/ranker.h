// Ranker: the order in which tests run, and the orders it is compared with. Pure; the same input and seed give the same order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "techniques/simrt/selector.h"

namespace reweave::inline simrt {

// What decides between tests that add equally many targets: the first of the suite, or a random one of a seed (as the paper
// does).
struct Ties {
  std::optional<std::uint64_t> random_seed;
};

// Greedy by ADDITIONAL targets; when no test left adds one, coverage starts afresh over the rest; tests without any target come
// last, in their given order. covers[i]: targets of tests[i], sorted, numbered below `targets`.
std::vector<std::uint32_t> RankByAdditional(const std::vector<std::uint32_t>& tests,
                                            const std::vector<std::vector<std::uint32_t>>& covers, std::uint32_t targets,
                                            const Ties& ties = {});

struct Ranking {
  std::vector<std::uint32_t> selected;  // T'_P
  std::vector<std::uint32_t> all;       // T_P: selected, then the others by impacted accesses, by other accesses, and the rest
  std::size_t by_impacted = 0;          // how many of `all` each later step gave
  std::size_t by_other = 0;
};
// `accesses`, `pairs`: how many there are.
Ranking RankTests(const Selection& selection, std::size_t accesses, std::size_t pairs, const Ties& ties = {});

// --- baselines ------------------------------------------------------------------------------------------------------------

std::vector<std::uint32_t> RankRandom(std::vector<std::uint32_t> tests, std::uint64_t seed);  // RANDOM_SP, RANDOM_AP
// ABC_AP: greedy by additional blocks of the old version. blocks_of[i]: all blocks that test i covers, sorted, whatever the
// thread.
std::vector<std::uint32_t> RankByBlocks(const std::vector<std::vector<std::uint32_t>>& blocks_of, std::uint32_t blocks,
                                        const Ties& ties = {});

}  // namespace reweave::inline simrt
