// A search that several processes share, one part each: how a part is run and split, and how parts become one result.
//
// A part is bytes: the state of a search (as --resume keeps it) that goes on with some of what is left to try. Whoever runs it
// may take its state at any time, so that another process can go on from there, and may split it: the other half is a part of its
// own, which has counted nothing yet. Which parts there are, who runs them and what happens when one of these dies is not decided
// here (src/cluster).
//
// A location that turns out to be shared changes what a scheduling point is: then the search begins anew. A part that is the
// whole search does so by itself. Any other one ends (PartOutcome::began_anew), and its state is the whole search from its start;
// the other parts are void.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/explorer.h"
#include "findings/finding.h"

namespace reweave::inline explore {

class RunningPart {
 public:
  virtual ~RunningPart() = default;
  virtual std::uint64_t schedules() const = 0;  // of this part that were made here, not by who had it before
  virtual std::uint64_t runs() const = 0;
  virtual std::uint64_t patterns() const = 0;
  virtual std::string State() const = 0;
  // A new part with some of what was left to do here; nullopt if this one cannot be split now.
  virtual std::optional<std::string> Split() = 0;
};

// Who runs a part. Called by the thread that does, between two runs.
class PartKeeper {
 public:
  virtual ~PartKeeper() = default;
  enum class Answer { kGoOn, kStop, kAbandon };  // kAbandon: the part is somebody else's by now
  // A failure or a race that this part has not seen before. Its schedule is in the file that it names.
  virtual Result<void> Found(const Finding& finding) = 0;
  virtual Answer Ask(RunningPart& part) = 0;  // about five times a second
};

struct PartOutcome {
  std::string state;
  StoppedBy stopped_by = StoppedBy::kIncomplete;
  bool at_end = false;  // nothing of it is left to do
  bool began_anew = false;  // the state is the whole search
  bool abandoned = false;
  std::uint64_t schedules = 0;  // made here
  std::uint64_t runs = 0;
};

// state "": the whole search from its start. options.jobs and options.resume do not count.
Result<PartOutcome> ExplorePart(const ExploreOptions& options, const std::string& state, PartKeeper& keeper);

// What the parts of a search resulted in.
struct PartsEnd {
  StoppedBy stopped_by = StoppedBy::kExhausted;
  double seconds = 0;  // that the search took
};
// Confirms and minimises what was found, as at the end of a search in one process. Schedules of findings must be where the
// findings say.
Result<ExploreResult> FinishParts(const ExploreOptions& options, const std::vector<std::string>& states, const PartsEnd& end);

// The strategy can be split: its parts run the same schedules whoever runs them.
Result<bool> CanSplit(const ExploreOptions& options);

}  // namespace reweave::inline explore
