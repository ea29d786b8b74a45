// A trace as JSON, for `reweave trace --json`: how it ended, threads, and every event with its place.
#pragma once

#include <string>

#include "findings/site_names.h"
#include "trace/file.h"

namespace reweave::inline report {

std::string TraceJson(const TraceInfo& info, const Trace& trace, const SiteNames& names);

}  // namespace reweave::inline report
