// What a call into library code touches, for folding it into one access (docs/techniques/simrt.md).
//
// A library object is one thing with what it allocates. Its buffers are not told apart from those of other objects of its type
// (callers of the allocation are not told apart), so accesses by library code count on the object itself; buffers and nodes count
// too, as the user's code reaches into them and algorithms work on them without the object. Text does not: all strings share it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/points_to.h"

namespace reweave::inline analysis {

enum class HeapOwner : std::uint8_t {
  kUser,  // or not on the heap
  kMade,  // an object of the user's that make_unique or make_shared makes: only the user's code looks into it
  kLibrary,  // allocated by library code: buffers and nodes of containers
  kLibraryText  // the same, for characters
};
std::vector<HeapOwner> HeapOwners(const FlowProgram& program, const PointsTo& points);  // by object

struct Footprint {
  std::vector<PointsTo::Cell> cells;  // sorted
  bool write = false;
  // Of the cells, those whose values it uses and those that it gives values: a copy reads one object and writes another.
  std::vector<PointsTo::Cell> read, written;
  std::vector<PointsTo::Cell>
      freed;  // sorted; of blocks that it gives back: no value is written there, but nobody may look any more
};

class LibraryState {
 public:
  LibraryState(const FlowProgram& program, const PointsTo& points);
  // Of a user's call; nullopt: not a call that works on a library object.
  std::optional<Footprint> Of(std::uint32_t function, const FlowOp& op);
  // Of the places that library code in a user's function (inlined there) may touch, those that count: not text, and
  // through a pointer that the library itself keeps, only its own buffers and nodes.
  void Keep(std::uint32_t function, const AccessSite& site, FlowOperand address, std::vector<PointsTo::Cell>& cells);
  // All places of the blocks that the operand of a call of free, delete or realloc may point to.
  std::optional<Footprint> Freed(std::uint32_t function, const FlowOp& op) const;

 private:
  // An access of a library function, or of what it calls, by where its address comes from.
  struct Reach {
    std::uint32_t parameter;  // from 1
    std::int64_t offset;
    std::uint64_t length;  // of memcpy and friends, else 0
    bool write, byte;  // byte: of a text, if the address is found in memory
    friend auto operator<=>(const Reach&, const Reach&) = default;
  };
  using Origin = std::pair<std::uint32_t, std::int64_t>;  // parameter, offset
  struct Summary {
    std::set<Reach> reaches;
    std::set<Origin> returned;
    bool deep_read = false, deep_write = false;  // through pointers that it finds in memory
    std::set<std::uint32_t> frees;  // what these parameters point to
    bool deep_free = false;  // what it finds in memory
    friend bool operator==(const Summary&, const Summary&) = default;
  };
  void Summarise();
  Summary Compute(std::uint32_t function) const;
  const std::vector<bool>& KeptPointers(std::uint32_t function);
  HeapOwner owner(PointsTo::Cell cell) const { return owners_[points_.ObjectOf(cell)]; }
  std::vector<PointsTo::Cell> OwnedBy(const std::vector<PointsTo::Cell>& cells) const;
  std::vector<PointsTo::Cell> Blocks(const std::vector<PointsTo::Cell>& pointers) const;

  const FlowProgram& program_;
  const PointsTo& points_;
  std::vector<HeapOwner> owners_;
  std::vector<Summary> summaries_;  // by function, of the library's
  bool summarised_ = false;
  std::unordered_map<std::uint32_t, std::vector<bool>> kept_pointers_;  // by function: values
};

}  // namespace reweave::inline analysis
