// Sets of operations that a value was computed from, as numbers.
//
// Equal sets have equal numbers (hash-consing), and the union of two numbers is remembered, so that following values through a
// run costs a table lookup a step. A set of more than kMostOps operations is replaced by the variables it touches ("all
// operations on these"): a sum over an array of a million elements stays small, and nothing is lost, only less precise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace reweave::paths {

using LabelId = std::uint32_t;  // 0: the empty set

class LabelTable {
 public:
  static constexpr std::size_t kMostOps = 256;

  LabelTable();
  // Operation `op` alone. Operations are named in ascending order by their reader, each with its variable.
  LabelId Of(std::uint32_t op, std::uint32_t variable);
  LabelId Union(LabelId a, LabelId b);

  // Ascending. Of a wide set: variables instead of operations.
  bool wide(LabelId id) const { return entries_[id].wide; }
  std::span<const std::uint32_t> items(LabelId id) const { return {pool_.data() + entries_[id].first, entries_[id].count}; }
  std::size_t size() const { return entries_.size(); }
  std::size_t bytes() const;

 private:
  struct Entry {
    std::uint32_t first = 0, count = 0;
    std::uint32_t hash = 0;
    bool wide = false;
  };
  struct Known {
    std::uint64_t pair = 0;  // 0: none
    LabelId id = 0;
  };
  LabelId Intern(std::span<const std::uint32_t> items, bool wide);
  void Grow();
  bool Includes(LabelId wide, LabelId other) const;
  Known& UnionAt(std::uint64_t pair);
  void AppendVariables(LabelId id, std::vector<std::uint32_t>& out) const;

  std::vector<std::uint32_t> pool_;
  std::vector<Entry> entries_;
  std::vector<LabelId> table_;    // by hash, the next free place after it; 0: free
  std::vector<Known> unions_;     // by hash of the pair, the last one there
  std::size_t remembered_ = 0;    // unions since unions_ has its size
  std::vector<LabelId> singles_;  // by operation; 0: none
  std::vector<std::uint32_t> variable_of_;  // by operation
  std::vector<std::uint32_t> scratch_;
};

}  // namespace reweave::paths
