// Where in a run a test failed that goes on after a failed expectation and ends with a status later.
#pragma once

#include <cstdint>
#include <optional>

#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline findings {

// The last event at the place that the test's output names (failure_line.h), an index into Trace::events. None: the run did not
// end with a status, the output names no place, or nothing that was recorded happened there.
std::optional<std::uint32_t> FailureEvent(const Trace& trace, const SiteNames& names);

}  // namespace reweave::inline findings
