// Long tests. A test of a million steps cannot be run a thousand times from its beginning. So exploring is done in windows: the
// rewind point is moved to just before a place where the test comes to the change, the steps of the window are varied, and what
// comes after it is run by rule for a while (abi::Extras).
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/target/target.h"
#include "facts/reader.h"

namespace reweave::inline check {

constexpr std::uint64_t kLongRun = 20'000;      // steps at synchronisation alone: what has more is explored in windows
constexpr std::uint32_t kWindowPoints = 2'000;  // that are varied
constexpr std::uint64_t kWindowLead = 100;      // steps of a window before the change is reached

// A run by rule, in steps at synchronisation after the first thread's creation.
struct RunShape {
  std::uint64_t steps = 0;
  bool ended = false;                    // by itself; else it was cut off
  bool passed = false;                   // and without a failure
  bool several_threads = true;           // false: it ended and had created none, in no process
  std::uint32_t gatherings = 0;          // how often two threads met where they were about to enter changed code
  std::vector<std::uint64_t> at_change;  // where some thread entered it, some of the places, in order
};

// Where a window begins: at a gathering, or at a step if there is none.
struct Window {
  std::uint32_t gather = 0;
  std::uint64_t start_at = 0;
  friend bool operator==(const Window&, const Window&) = default;
};

// The call sites by which the functions of these ids are entered, as TargetOptions::call_marks: who calls them directly. Of a
// function that nobody calls directly (a callback, what a thread runs), the calls that it makes itself.
std::string CallsInto(const Facts& facts, const std::set<std::string>& ids);

// One run, nothing recorded. `marks` are CallsInto the change. What does not end by `end` is cut off.
Result<RunShape> MeasureRun(TargetOptions options, std::string marks, std::chrono::steady_clock::time_point end);

// The most promising first; none if the run is short: gatherings spread over the run, else places at the change, else (it is not
// known where the change is) places spread over the run.
std::vector<Window> ChooseWindows(const RunShape& shape);

// Sets the target's rewind point and the length of the window. `marks` as for MeasureRun; those that the target has already stay.
void ApplyWindow(const Window& window, const std::string& marks, TargetOptions& options);

}  // namespace reweave::inline check
