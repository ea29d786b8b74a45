// What one run shows by itself: races, patterns, what it printed. Needs nothing of the search, so that several workers can find
// it out at the same time, each with an analyser of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "abi/control.h"
#include "detect/caveats.h"
#include "detect/patterns.h"
#include "detect/races.h"
#include "trace/trace.h"

namespace reweave::inline collect {

struct RunFacts {
  std::vector<detect::RacePair> races;
  std::vector<abi::SharedSlot> racing;                   // the bytes on which they were
  std::vector<detect::PatternInstance> broken, triples;  // see detect/patterns.h
  std::optional<std::size_t> misuse;                     // FirstMisuse
  std::uint64_t printed = 0;                             // PrintedDigest
  bool thorough = false;                                 // lock order is to be looked at, too
  bool settled = false;                                  // no location became shared: all accesses to shared ones were seen
};

class RunAnalyser {
 public:
  void Analyse(const Trace& trace, RunFacts& facts);
  const detect::PatternCoverage& patterns() const { return patterns_; }
  const detect::Caveats& caveats() const { return caveats_; }
  const std::unordered_set<std::uint32_t>& blocks() const { return blocks_; }  // entered, by site; empty if not recorded

 private:
  void AnalyseStopped(const Trace& trace, RunFacts& facts);
  void NoteBlocks(std::span<const abi::Event> events);

  detect::RaceDetector races_;
  std::unordered_set<std::uint32_t> blocks_;
  detect::PatternCoverage patterns_;
  detect::Caveats caveats_;
  std::uint64_t analysed_ = 0;
  std::uint64_t looked_at_ = 0;  // events of runs whose long patterns were looked at
};

}  // namespace reweave::inline collect
