// Longest common subsequence of two sequences of hashes, the core of every comparison between two versions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace reweave::inline change {

constexpr std::uint32_t kNoMatch = ~0u;

// For each item of `now` the index of the item of `before` that it is, ascending, kNoMatch for the others. Exact for up to some
// millions of cells after equal ends are taken off; beyond that, items that occur once on each side are matched first and the
// parts between them are aligned.
std::vector<std::uint32_t> Align(std::span<const std::uint64_t> before, std::span<const std::uint64_t> now);

}  // namespace reweave::inline change
