// Where a run could have gone and did not. A pattern that was covered on one path of a thread hides what other paths lead to,
// since patterns are named by places of the program. So when no pattern is left to solve for, reads that a branch or an address
// may depend on are asked for the value of a write that they never had: the read after the same operations of its thread, the
// write of that value after the same operations of its own.
//
// Values that no run had at the place of the read come first: the branch behind them was perhaps never taken. Then paths of the
// two threads that were not combined yet.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "techniques/pcr/problem.h"

namespace reweave::pcr {

class OtherPaths {
 public:
  struct Turn {  // the read of a run that is to have the value of another source
    std::shared_ptr<const Run> run;
    std::shared_ptr<const Trace> trace;
    EventId read = 0, source = kNoEvent;
    std::uint32_t cell = 0, depth = 0;
    std::uint64_t key = 0;    // with the value
    std::uint64_t path = 0;   // the read after these operations of its thread, the source after those of its own
    std::uint64_t place = 0;  // the value, at this place of the program

    Query ToQuery(Kept kept) const;
  };

  // A whole run, no window. What its reads had counts as seen.
  void Look(std::shared_ptr<const Run> run, std::shared_ptr<const Trace> trace, std::uint32_t depth);
  // The best that is left, each once.
  std::optional<Turn> Next();
  void Took(const Turn& turn) { had_.insert(turn.key); }  // there is a schedule for it

 private:
  struct Seen {
    std::shared_ptr<const Run> run;
    std::shared_ptr<const Trace> trace;
    std::uint32_t depth;
  };
  void Expand(const Seen& seen);

  std::unordered_set<std::uint64_t> had_;  // keys, paths and places of runs, keys of turns that have a schedule
  std::vector<Seen> seen_;                 // not looked at yet
  std::vector<Turn> turns_;
  std::size_t events_ = 0;  // of the runs that are kept
};

}  // namespace reweave::pcr
