// A set of small numbers, most of which are not in it: blocks of bits, sorted. Sets of the same program have much in common, and
// most of what is added to one is there already; finding that out costs a word for each block.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace reweave::inline analysis {

class CellSet {
 public:
  using Number = std::uint32_t;

  bool empty() const { return blocks_.empty(); }
  bool Contains(Number number) const;
  bool Insert(Number number);  // whether it is new
  // Adds all of `other`; what was not there before goes to `fresh` too. Whether anything was.
  bool Unite(const CellSet& other, CellSet& fresh);
  void Unite(const CellSet& other);
  void Intersect(const CellSet& other);
  void Subtract(const CellSet& other);
  bool Meets(const CellSet& other) const;
  void ShrinkToFit() { blocks_.shrink_to_fit(); }

  template <typename Visit>
  void ForEach(const Visit& visit) const {  // in order
    for (const Block& block : blocks_)
      for (std::size_t word = 0; word < kWords; ++word)
        for (std::uint64_t bits = block.bits[word]; bits != 0; bits &= bits - 1)
          visit(static_cast<Number>(block.number * kBits + word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
  }

  friend bool operator==(const CellSet&, const CellSet&) = default;

 private:
  static constexpr std::size_t kWords = 2, kBits = kWords * 64;
  struct Block {
    std::uint64_t bits[kWords] = {};  // never all 0
    std::uint32_t number = 0;
    friend bool operator==(const Block&, const Block&) = default;
  };
  using Blocks = std::vector<Block>;

  static bool Any(const Block& block);
  static std::size_t Skip(const Blocks& blocks, std::size_t from, std::uint32_t number);  // to the first that is not before it

  Blocks blocks_;
};

}  // namespace reweave::inline analysis
