#include "analysis/cell_set.h"

#include <algorithm>

namespace reweave::inline analysis {

bool CellSet::Any(const Block& block) {
  return std::ranges::any_of(block.bits, [](std::uint64_t bits) { return bits != 0; });
}

// In growing steps: a small set that meets a large one does not look at all of it.
std::size_t CellSet::Skip(const Blocks& blocks, std::size_t from, std::uint32_t number) {
  std::size_t step = 1, low = from;
  while (low + step < blocks.size() && blocks[low + step].number < number) low += step, step *= 2;
  const auto end = blocks.begin() + static_cast<std::ptrdiff_t>(std::min(low + step + 1, blocks.size()));
  const auto at = std::ranges::lower_bound(blocks.begin() + static_cast<std::ptrdiff_t>(std::min(low, blocks.size())), end,
                                           number, {}, &Block::number);
  return static_cast<std::size_t>(at - blocks.begin());
}

bool CellSet::Contains(Number number) const {
  const std::size_t at = Skip(blocks_, 0, number / kBits);
  return at < blocks_.size() && blocks_[at].number == number / kBits &&
         (blocks_[at].bits[number % kBits / 64] >> (number % 64) & 1) != 0;
}

bool CellSet::Insert(Number number) {
  const std::size_t at = Skip(blocks_, 0, number / kBits);
  if (at == blocks_.size() || blocks_[at].number != number / kBits) {
    Block block;
    block.number = number / kBits;
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(at), block);
  }
  std::uint64_t& word = blocks_[at].bits[number % kBits / 64];
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  if ((word & bit) != 0) return false;
  word |= bit;
  return true;
}

bool CellSet::Unite(const CellSet& other, CellSet& fresh) {
  CellSet missing;
  std::size_t at = 0, absent = 0;
  for (const Block& block : other.blocks_) {
    at = Skip(blocks_, at, block.number);
    Block rest = block;
    if (at < blocks_.size() && blocks_[at].number == block.number) {
      for (std::size_t word = 0; word < kWords; ++word) {
        rest.bits[word] &= ~blocks_[at].bits[word];
        blocks_[at].bits[word] |= rest.bits[word];
      }
      if (!Any(rest)) continue;
    } else {
      ++absent;
    }
    missing.blocks_.push_back(rest);
  }
  if (missing.empty()) return false;
  if (absent != 0) Unite(missing);
  if (fresh.empty()) fresh = std::move(missing);
  else fresh.Unite(missing);
  return true;
}

void CellSet::Unite(const CellSet& other) {
  std::size_t at = 0, absent = 0;
  for (const Block& block : other.blocks_) {
    at = Skip(blocks_, at, block.number);
    if (at == blocks_.size() || blocks_[at].number != block.number) {
      ++absent;
      continue;
    }
    for (std::size_t word = 0; word < kWords; ++word) blocks_[at].bits[word] |= block.bits[word];
  }
  if (absent == 0) return;
  Blocks both;
  both.reserve(blocks_.size() + absent);
  at = 0;
  for (const Block& block : other.blocks_) {
    while (at < blocks_.size() && blocks_[at].number < block.number) both.push_back(blocks_[at++]);
    if (at == blocks_.size() || blocks_[at].number != block.number) both.push_back(block);
  }
  both.insert(both.end(), blocks_.begin() + static_cast<std::ptrdiff_t>(at), blocks_.end());
  blocks_ = std::move(both);
}

void CellSet::Intersect(const CellSet& other) {
  std::size_t at = 0;
  for (Block& block : blocks_) {
    at = Skip(other.blocks_, at, block.number);
    const bool both = at < other.blocks_.size() && other.blocks_[at].number == block.number;
    for (std::size_t word = 0; word < kWords; ++word) block.bits[word] &= both ? other.blocks_[at].bits[word] : 0;
  }
  std::erase_if(blocks_, [](const Block& block) { return !Any(block); });
}

void CellSet::Subtract(const CellSet& other) {
  std::size_t at = 0;
  for (Block& block : blocks_) {
    at = Skip(other.blocks_, at, block.number);
    if (at == other.blocks_.size() || other.blocks_[at].number != block.number) continue;
    for (std::size_t word = 0; word < kWords; ++word) block.bits[word] &= ~other.blocks_[at].bits[word];
  }
  std::erase_if(blocks_, [](const Block& block) { return !Any(block); });
}

bool CellSet::Meets(const CellSet& other) const {
  std::size_t at = 0;
  return std::ranges::any_of(blocks_, [&](const Block& block) {
    at = Skip(other.blocks_, at, block.number);
    if (at == other.blocks_.size() || other.blocks_[at].number != block.number) return false;
    for (std::size_t word = 0; word < kWords; ++word)
      if ((block.bits[word] & other.blocks_[at].bits[word]) != 0) return true;
    return false;
  });
}

}  // namespace reweave::inline analysis
