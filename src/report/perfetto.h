// A run in Chrome's JSON trace event format, which Perfetto (ui.perfetto.dev) and chrome://tracing load
// (docs/formats/perfetto.md).
#pragma once

#include <string>

#include "findings/site_names.h"
#include "trace/file.h"

namespace reweave::inline report {

// A track a thread with a slice for each turn it had and each event in it; an async slice while a thread holds a lock; an instant
// event at each switch and at the end. Time is logical: one event is a microsecond.
std::string PerfettoJson(const TraceInfo& info, const Trace& trace, const SiteNames& names);

}  // namespace reweave::inline report
