#include "techniques/simrt/phases.h"

#include <algorithm>

namespace reweave::inline simrt {

Phases::Phases(const Matching& matching, const FlowProgram& program, const PointsTo& points, const Threads& threads,
               OldBlocks& blocks, const NewTests& tests, const ForwardSlice& slice)
    : matching_(matching),
      program_(program),
      points_(points),
      blocks_(blocks),
      tests_(tests),
      functions_(program.functions().size()) {
  FindFunctions();
  for (std::uint32_t f = 0; f < functions_.size() && kept_; ++f) {
    if (!functions_[f]) continue;
    kept_ = !Changed(f);
    for (std::uint32_t c = 0; c < program.functions()[f].calls.size() && kept_; ++c) {
      if (!MakesOrJoins(f, c)) continue;
      const std::uint32_t op = threads.OpOf(f, c), block = program.functions()[f].calls[c].block;
      if (tests.Runs(f, block)) continue;
      kept_ = op == kNoSite || !slice.Contains(f, op);
      const OldPlaces places = blocks.Of(f, block);
      crossed_.insert(places.blocks.begin(), places.blocks.end());
    }
  }
}

bool Phases::Kept(const std::vector<OldBlock>& blocks) const {
  return kept_ && std::ranges::none_of(blocks, [&](const OldBlock& block) { return crossed_.contains(block); });
}

// Code without facts may make threads for what it is given to run.
bool Phases::MakesOrJoins(std::uint32_t function, std::uint32_t call) const {
  using enum facts::Operation;
  const CallSite& site = program_.functions()[function].calls[call];
  if (site.operation == kThreadCreate || site.operation == kThreadJoin || site.operation == kThreadDetach) return true;
  const CallTargets& targets = points_.calls(function, call);
  if (targets.spawn || std::ranges::any_of(targets.functions, [&](std::uint32_t to) { return functions_[to]; })) return true;
  return std::ranges::any_of(points_.callbacks(function, call), [&](const Callback& callback) {
    return callback.spawn || functions_[callback.function] || targets.functions.empty();
  });
}

void Phases::FindFunctions() {
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t f = 0; f < functions_.size(); ++f)
      for (std::uint32_t c = 0; c < program_.functions()[f].calls.size() && !functions_[f]; ++c)
        if (MakesOrJoins(f, c)) functions_[f] = more = true;
  }
}

// Whether some test that was there before runs other code in it. Instantiations of library code differ with their users.
bool Phases::Changed(std::uint32_t function) {
  const FunctionMatch& match = matching_.of(function);
  if (match.identical || program_.functions()[function].system() || tests_.Runs(function, 0)) return false;
  if (match.old_function == kNoMatch) return true;
  const auto& pairs = blocks_.PairsOf(function);
  for (std::uint32_t block = 0; block < pairs.size(); ++block)
    if (pairs[block].state != BlockPair::State::kSame && !tests_.Runs(function, block)) return true;
  return false;
}

}  // namespace reweave::inline simrt
