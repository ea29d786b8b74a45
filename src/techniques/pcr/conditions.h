// Which branches a run's reads decide: for K_dep (Kept::kConditions), where a read has to return what it returned only if a
// branch between it and what is needed was computed from it. Values are followed as path exploration does
// (techniques/paths/extract.h), so that the run needs the same records: branches, calls, all accesses and allocations.
#pragma once

#include <cstdint>
#include <vector>

#include "techniques/paths/slices.h"
#include "trace/trace.h"

namespace reweave::pcr {

// By event of the trace: of the branches of its thread that come later and whose condition was computed from it, the first;
// kNone: there is none. Of an access that values are not followed from, and at a branch without facts, every later branch counts.
// Empty: the run has no records to follow.
std::vector<std::uint32_t> FirstUses(const Trace& trace, paths::ProgramSlices& program);

}  // namespace reweave::pcr
