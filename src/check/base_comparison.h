// Whether the old version of a test shows a finding too: by the schedule that showed it, then by a search of its own, which is as
// long as the one that found it in the new version, counted in schedules: a slow machine gives the same answer.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/engine.h"
#include "findings/finding.h"
#include "suite/test.h"
#include "techniques/capp/capp_labels.h"

namespace reweave::inline check {

// Kind and places without what an edit beside the fault changes (blocks, lines, numbers): functions, variables, what each side
// did. The fingerprint (Finding::id) is stricter: it knows blocks by their content.
std::string CauseOf(const Finding& finding);
bool SameCause(const Finding& a, const Finding& b);
// Of a failure that needs a delay, the cause that it would have without one.
std::string CauseWithoutDelay(Finding finding);
// The id under which a check reports a finding. That of a failure without a place of its own (exit status, livelock, signal) is
// made of its cause and of the program: it does not hang on where the run happened to be, and two programs that exit with 1
// differ.
std::string StableId(const Finding& finding, const std::string& program);

class BaseComparison {
 public:
  struct Limits {
    std::uint64_t schedules = 0;
    Engine::Clock::time_point end{};  // however few there were
  };

  BaseComparison(TestSpec before, std::uint64_t seed, std::string out_dir, const Engine& engine)
      : before_(std::move(before)), seed_(seed), out_dir_(std::move(out_dir)), engine_(engine) {}

  // What of the old program stands for the change: the search then prefers to switch there, as that of the new version did.
  void Steer(std::shared_ptr<const CappLabels> labels) { labels_ = std::move(labels); }

  // Searches from now on are made in a window of the run. `entries`: CallsInto the change, of the old program.
  void InWindow(const Window& window, std::string entries) { window_ = window, entries_ = std::move(entries); }

  // Errors are the old version's: it cannot be explored.
  Result<bool> Shows(const Finding& finding, const Limits& limits);
  // Of a failure that needs a thread to be delayed: whether the old version fails in the same way, with a delay or without.
  Result<bool> ShowsDelayed(const Finding& finding, const Limits& limits);
  // Looks around without a finding to look for.
  Result<void> Search(const Limits& limits, const std::string& strategy = "");
  const std::vector<Finding>& findings() const { return findings_; }
  std::uint64_t schedules() const { return schedules_; }
  // All runs, whether they count as schedules or not: to be compared with Finding::first_execution.
  std::uint64_t runs() const { return std::max(schedules_, executions_); }
  // The last search had no time for as many schedules as were asked for: "not shown" says little.
  bool cut_short() const { return cut_short_; }

 private:
  Result<bool> Replays(const Finding& finding, Engine::Clock::time_point end);
  bool Known(const Finding& finding) const;
  bool KnownDelayed(const Finding& finding) const;
  Result<void> SearchBy(const std::string& strategy, const Limits& limits);

  TestSpec before_;
  std::uint64_t seed_;
  std::string out_dir_;
  const Engine& engine_;
  std::shared_ptr<const CappLabels> labels_;
  std::vector<Finding> findings_, timing_;  // timing_: those that need a delay
  std::uint64_t schedules_ = 0, executions_ = 0, searched_ = 0;
  std::optional<Window> window_;
  std::string entries_;
  bool exhausted_ = false, cut_short_ = false;
};

}  // namespace reweave::inline check
