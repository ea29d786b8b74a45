// When the first thread of a test is alone: before it makes others, and after all of them were joined (docs/techniques/simrt.md).
// Histories say which blocks it entered only then. It is still alone there in the new version if the change leaves the code alone
// that makes and joins threads: no function that does so, itself or through what it calls, differs, and nothing that the change
// computes decides whether it does.
#pragma once

#include <set>
#include <vector>

#include "change/matching.h"
#include "techniques/simrt/new_tests.h"
#include "techniques/simrt/old_blocks.h"
#include "techniques/simrt/slice.h"

namespace reweave::inline simrt {

class Phases {
 public:
  Phases(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads, OldBlocks& blocks,
         const NewTests& tests, const ForwardSlice& slice);
  // Who entered these blocks of the old version only while it was alone is alone there in the new one.
  bool Kept(const std::vector<OldBlock>& blocks) const;

 private:
  bool MakesOrJoins(std::uint32_t function, std::uint32_t call) const;
  void FindFunctions();
  bool Changed(std::uint32_t function);

  const Matching& matching_;
  const FlowProgram& program_;
  const PointsTo& points_;
  OldBlocks& blocks_;
  const NewTests& tests_;
  std::vector<bool> functions_;  // that make or join threads, also through what they call
  bool kept_ = true;
  std::set<OldBlock> crossed_;  // a thread enters them before others are made, and goes on in them afterwards
};

}  // namespace reweave::inline simrt
