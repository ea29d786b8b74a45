// The blocks of the old version that stand for a block of the new one: its counterpart, or, in a function that the old version
// does not have, the counterparts of the blocks that call it (docs/techniques/simrt.md).
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/threads.h"
#include "change/matching.h"
#include "techniques/simrt/block_pairs.h"
#include "techniques/simrt/shared_variables.h"

namespace reweave::inline simrt {

struct OldPlaces {
  std::vector<OldBlock> blocks;  // sorted; empty: none
  bool spawned = false;  // a thread that the new version creates lies between
};

class OldBlocks {
 public:
  OldBlocks(const Matching& matching, const FlowProgram& program, const Threads& threads)
      : matching_(matching), program_(program), threads_(threads) {}

  const std::vector<BlockPair>& PairsOf(std::uint32_t function);
  OldPlaces Of(std::uint32_t function, std::uint32_t block);
  // Of an access: also where the same access of the same statement was before. The compiler may have put it elsewhere, or twice.
  OldPlaces Of(std::uint32_t function, const AccessSite& access);
  bool Exists(std::uint32_t function) const { return matching_.of(function).old_function != kNoMatch; }

 private:
  const Matching& matching_;
  const FlowProgram& program_;
  const Threads& threads_;
  std::unordered_map<std::uint32_t, std::vector<BlockPair>> pairs_;
  std::unordered_map<std::uint32_t, OldPlaces> callers_;  // of functions that are new
};

}  // namespace reweave::inline simrt
