// Both phases on one recorded run of each version.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "techniques/recontest/candidates.h"
#include "techniques/recontest/history.h"
#include "techniques/recontest/impact.h"
#include "techniques/recontest/options.h"
#include "techniques/recontest/versions.h"
#include "trace/trace.h"

namespace reweave::recontest {

struct Analysis {
  std::shared_ptr<const Trace> old_trace, new_trace;
  std::unique_ptr<Versions> versions;
  Options options;
  Histories runs;
  Impact impact;
  Selection selection;                 // empty after phase one alone
  bool new_lock_order = false;         // a lock is taken while another one is held that was not before
  std::vector<std::uint32_t> ranked;   // of selection.candidates: those worth a run, in order

  // "soft", "coarsened", ...: what a reader of the report should know.
  std::vector<std::string> flags() const;
};

// Errors: a run of a program without facts; the old version's run failed ("old-version-fails"); the time of
// the options is over.
Result<std::unique_ptr<Analysis>> AnalyseImpact(std::shared_ptr<const Trace> old_trace, std::shared_ptr<const Trace> new_trace,
                                                const Options& options);
// Kept runs, read in pieces: phase one only, in the memory of options.memory_limit.
Result<std::unique_ptr<Analysis>> AnalyseImpact(TraceStream& old_run, TraceStream& new_run, const Options& options);
// An error if the time of the options is over.
Result<void> AnalyseInterleavings(Analysis& analysis);

// The places of the new program whose accesses the change affects.
std::unordered_set<std::uint32_t> ImpactedSites(const Analysis& analysis);

}  // namespace reweave::recontest
