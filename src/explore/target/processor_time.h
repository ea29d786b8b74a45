// What a process got of the processor: on a machine with much other work, ten seconds of the clock may be one of its own.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string_view>

namespace reweave::inline target {

struct ProcessorTime {
  std::chrono::nanoseconds used{0};
  bool wants_more = false;  // it runs, or would if it were its turn
};

// Of the process's first thread, which is the one that runs; none: there is no such process.
std::optional<ProcessorTime> ProcessorTimeOf(pid_t pid);
// The text of /proc/PID/stat.
std::optional<ProcessorTime> ParseProcessorTime(std::string_view stat);

// A process made no progress for `waited`, in which it used `used` of the processor. Whether that is only because others had the
// processor: it may have `limit` of its own, but not for ever.
bool HadNoTurn(std::chrono::nanoseconds waited, std::chrono::nanoseconds used, bool wants_more, std::chrono::nanoseconds limit);

}  // namespace reweave::inline target
