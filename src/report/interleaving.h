// How the threads of a run interleave, in source lines, one column a thread.
#pragma once

#include <string>

#include "report/finding.h"
#include "report/site_names.h"
#include "trace/trace.h"

namespace reweave {

// The last scheduling points of the run, one step for each run of points of one thread on one line.
Interleaving InterleavingOf(const Trace& trace, const SiteNames& names);

// Columns side by side if they fit into `width`, else one line a step with the thread's name first. Empty if there is nothing.
std::string RenderInterleaving(const Interleaving& interleaving, std::size_t width);

}  // namespace reweave
