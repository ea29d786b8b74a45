// Runs that a failure ended while other threads could have gone on. What these would have done next is in no run yet, so no order
// can be made of it: each such run is made again up to the failure, and the others go on first.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "techniques/paths/run.h"
#include "techniques/paths/search.h"
#include "trace/trace.h"

namespace reweave::paths {

// A failure of the program, wherever its other threads were. Not: that the run took too long, too much memory, or was lost.
bool EndsByFailure(const Trace& trace);

class CutRuns {
 public:
  // A run up to the failure, and who goes on then.
  struct Continuation {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Execution> run;
    std::vector<std::uint32_t> events;  // of the trace, without the step that failed
    std::vector<std::uint16_t> ready;  // other threads that can go on
    unsigned times = 0;  // so many continuations led to this run
  };

  // A run was made; `asked`: for the last answer of Next.
  void Add(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const Execution>& run, bool asked);
  // The next to be made that no run has shown.
  std::optional<Continuation> Next(const Search& search);
  // Some were given up, or are left.
  bool unknown() const { return given_up_ || !open_.empty(); }

 private:
  static constexpr unsigned kMostTimes = 16;  // a thread that goes round in a loop would go on for ever
  std::deque<Continuation> open_;
  unsigned times_ = 0;  // of the one that is being made
  bool given_up_ = false;
};

}  // namespace reweave::paths
