// Code of the new version that only a test runs which the old version does not have: `if (name == "zzz") zzz();` in main, the
// functions that are called from there only, and functions that nothing calls. Whoever does not go there runs as before.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "analysis/points_to.h"
#include "analysis/threads.h"
#include "techniques/simrt/old_blocks.h"

namespace reweave::inline simrt {

class NewTests {
 public:
  NewTests(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads,
           OldBlocks& blocks);
  // Whether only such tests run it.
  bool Runs(std::uint32_t function, std::uint32_t block) const {
    return functions_.contains(function) || (function == main_ && blocks_.contains(block));
  }
  // Branches of main that lead there, and nowhere else that is new.
  const std::vector<std::uint32_t>& branches() const { return branches_; }
  std::uint32_t main() const { return main_; }

 private:
  void Branches(const Matching& matching, const FlowProgram& program, OldBlocks& old_blocks);
  void Functions(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads);

  std::uint32_t main_ = kNoMatch;
  std::vector<std::uint32_t> branches_;  // operations
  std::set<std::uint32_t> blocks_;  // of main
  std::set<std::uint32_t> functions_;
};

}  // namespace reweave::inline simrt
