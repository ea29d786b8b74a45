// Long runs of a test: where they are explored.
#include <fmt/format.h>

#include <algorithm>

#include "check/step_limit.h"
#include "check/test_exploration.h"

namespace reweave::inline check {

using std::chrono::nanoseconds;

namespace {

// A search begins with two ways to its window, one to choose how runs are restored and one to begin. What is left of its time
// should be as long at least.
constexpr int kWaysToBegin = 2, kWays = 2 * kWaysToBegin;
constexpr const char* kHowLong = "its runs have ";
constexpr const char* kNotFollowed =
    "its runs take longer than its share of the time, and the changed code was not reached by then";
constexpr const char* kNotAtChange =
    "its runs are long and do not come to the changed code, so the windows that were searched are anywhere else";

double Seconds(nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

// Long runs are explored in windows. Which runs are long is found out by running the test once. A run that was not followed as
// far as the change is measured again when there is more time: windows before the change say nothing about it.
void TestExploration::Measure(Time end) {
  postponed_ = false;
  MeasureFor((end - engine_.now()) / 2);
}

bool TestExploration::IsShort(Time end) {
  if (!Ready()) return false;
  const auto start = engine_.now();
  MeasureFor(end - start, true);
  row_.seconds += Seconds(engine_.now() - start);
  postponed_ = engine_.measure && !done_ && (!measured_ || !windows_.empty());
  return !postponed_;
}

void TestExploration::MeasureFor(nanoseconds time, bool short_ones) {
  const auto now = engine_.now();
  if (measured_ || !engine_.measure || time < 2 * measured_for_) return;
  measured_for_ = time;
  Say("measuring a run");
  const auto target = engine_.target(test_.now);
  const std::string entries = test_.pair ? test_.pair->entries : "";
  const auto shape = target ? engine_.measure(*target, entries, now + time) : Result<RunShape>(std::unexpected(target.error()));
  way_ = engine_.now() - now;
  const bool reached = shape && (shape->at_change.size() + shape->gatherings > 0 || entries.empty());
  measured_ = !shape || shape->ended || (reached && !short_ones);  // windows should be spread over more than the first moment
  if (!shape) return;  // the search says why
  if (shape->passed && !shape->several_threads) return HasOneSchedule();
  windows_ = ChooseWindows(*shape);
  explored_windows_.clear();
  if (row_.cut == kNotFollowed) row_.cut.clear();
  if (!reached && (!shape->ended || !windows_.empty())) row_.cut = shape->ended ? kNotAtChange : kNotFollowed;
  const char* where = shape->gatherings > 0      ? "where threads meet at the change"
                      : shape->at_change.empty() ? "spread over the run"
                                                 : "where it reaches the change";
  shape_ = fmt::format("{}{} steps, explored {}", shape->ended ? "" : "more than ", shape->steps, where);
  SayWindows();
}

// The measured run was the only one that there is.
void TestExploration::HasOneSchedule() {
  done_ = row_.sequential = row_.exhausted = true;
  ++row_.schedules;
  row_.phases.push_back(
      {.name = "none", .schedules = 1, .seconds = Seconds(way_), .stopped_by = StoppedByName(StoppedBy::kExhausted)});
}

void TestExploration::SayWindows() {
  std::erase_if(row_.reasons, [](const std::string& reason) { return reason.starts_with(kHowLong); });
  if (windows_.empty()) return;
  row_.reasons.push_back(fmt::format("{}{}: {} of {} windows of {} steps", kHowLong, shape_, explored_windows_.size(),
                                     windows_.size(), kWindowPoints));
}

nanoseconds TestExploration::needs() const { return windows_.empty() || !measured_ ? nanoseconds(0) : kWays * way_; }

// If there is no time for all windows, fewer are taken, and the next phase takes others. If there is none to get to one, a search
// would only take the time of other tests.
std::size_t TestExploration::WindowsFor(nanoseconds time) const {
  if (measured_ && !windows_.empty() && time < kWaysToBegin * way_) return 0;
  const std::size_t all = std::max<std::size_t>(windows_.size(), 1);
  return way_ <= nanoseconds(0) ? all : std::clamp<std::size_t>(static_cast<std::size_t>(time / (kWays * way_)), 1, all);
}

}  // namespace reweave::inline check
