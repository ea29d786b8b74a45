// What runs come to by what the program prints and the status it exits with, and which unserialisable patterns go with it.
//
// A program may print what it likes in any run: which thread was first, how long it took. So a changed output says something
// about a pattern only if all runs without any unserialisable pattern came to one and the same, and no run that came to it
// showed the pattern. Lines count, their order does not.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "detect/patterns.h"
#include "trace/trace.h"

namespace reweave::inline collect {

// Of the lines of both streams, in any order, and the exit status.
std::uint64_t PrintedDigest(const Trace& trace);

class PrintedOutcomes {
 public:
  // Takes in a run that ended by itself and in which all its accesses to shared locations were seen. True: it came to something
  // else than the runs without unserialisable patterns so far.
  bool Observe(std::uint64_t digest, const std::vector<detect::PatternInstance>& unserialisable);
  bool Deterministic() const { return calm_runs_ >= kLeastCalmRuns && !varies_; }
  bool varies() const { return varies_; }  // nothing can be said any more
  bool Usual(std::uint64_t key) const { return usual_keys_.contains(key); }  // a pattern of a run with the usual outcome
  // Of runs that are compared with the same, elsewhere; and those runs taken in.
  PrintedOutcomes ForPart() const;
  void Absorb(const PrintedOutcomes& part);
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.usual_, self.usual_keys_, self.calm_runs_, self.varies_);
  }

 private:
  static constexpr std::uint64_t kLeastCalmRuns = 4;
  std::optional<std::uint64_t> usual_;
  std::unordered_set<std::uint64_t> usual_keys_;
  std::uint64_t calm_runs_ = 0;
  bool varies_ = false;
};

}  // namespace reweave::inline collect
