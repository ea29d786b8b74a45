// ImpAnalyzer (docs/techniques/simrt.md): the shared accesses of the new version with the blocks of the old version that lead to
// them, and which of them the change affects, by one of five cases. Points-to, location and matching of blocks included.
#pragma once

#include <string>
#include <vector>

#include "analysis/effort.h"
#include "base/result.h"
#include "change/program_change.h"
#include "techniques/simrt/shared_variables.h"

namespace reweave::inline simrt {

struct ImpactOptions {
  std::size_t slice_limit = 20'000'000;  // operations; reaching it is reported
  EffortLimits effort;  // when it is given up
  bool condvar_impact = false;  // a changed wait affects its lock's region (not in the paper)
};

struct ChangeImpact {
  std::vector<SharedAccess> accesses;  // L'_SV: by file, line, column, read before write
  ChanceTable chances;  // where a recorded run may have missed an access by chance
  std::vector<AccessPair> pairs;  // I'_SVP, or a part of it that selects the same tests (ListPairs)
  std::uint64_t pairs_total = 0;
  std::vector<std::uint32_t> crowded;  // accesses with too many pairs to list
  std::vector<OldBlock> changed;  // blocks of the old version that the new one changes or lacks
  std::vector<std::uint32_t> unmapped;  // accesses that no block of the old version leads to
  std::uint32_t functions = 0, changed_functions = 0;  // of the project, in the new version
  bool everything() const { return functions > 0 && changed_functions == functions; }
  std::string
      gave_up;  // why the analysis was not finished ("after 60 s"): no accesses and no pairs, `changed` has whole functions
  bool undecided = false;  // nothing of the program can be left out
  std::vector<std::string> notes;  // what a user should know before relying on it
};

// The blocks of one version with accesses to memory that threads may share.
// All blocks of the project if that takes too much.
Result<std::vector<OldBlock>> SharedBlocks(const Facts& facts, const EffortLimits& limits = {});

Result<ChangeImpact> AnalyseChange(const ProgramChange& change, const ImpactOptions& options = {});

}  // namespace reweave::inline simrt
