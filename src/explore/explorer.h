// The search: asks a strategy for plans, has the target run them, keeps what failed.
//
// Findings are written to disk the moment they are made, so that nothing is lost however the search ends; at the end each is
// replayed once in a fresh process from what was written.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "base/result.h"
#include "detect/patterns.h"
#include "explore/search/strategy.h"
#include "explore/target/target.h"
#include "findings/finding.h"

namespace reweave::inline explore {

struct ExploreStatus {
  std::uint64_t schedules = 0;
  std::size_t findings = 0;
  std::uint64_t patterns = 0;      // covered so far, by one of the workers
  std::uint64_t depth = 0;         // scheduling points of the longest run
  std::chrono::nanoseconds elapsed{};
  std::optional<std::chrono::nanoseconds> time_left = {};
  std::string strategy_progress;
};

struct ExploreOptions {
  TargetOptions target;
  bool choose_isolation = true;  // by a probing run; else target.isolation
  std::string strategy = "random";
  StrategyOptions strategy_options;  // jobs and workers follow from `jobs`
  unsigned jobs = 1;                 // target processes
  std::optional<std::uint64_t> schedules;
  std::optional<std::chrono::nanoseconds> time;  // neither given: 60 s
  std::uint64_t check_determinism = 0;  // every so many schedules one is run twice and compared; 0: never
  bool count_distinct = false;          // schedules that are not equivalent to an earlier one
  bool keep_going = false;
  // For evaluations that count the schedules of a strategy's own space: a failure in a run that is none of them (probing, led to
  // another choice) is kept, but does not end the search.
  bool end_at_counted = false;
  bool timing_fails = false;  // failures that need a delay are findings like others
  std::set<std::string> expected = {};  // ids of findings that do not end the search
  std::chrono::nanoseconds minimise = std::chrono::seconds(1);  // time for each finding's schedule; 0: leave it as found
  // When everything must have ended, what comes after the search included. What there is no time for stays as it was found:
  // schedules are not made shorter, findings not confirmed.
  std::optional<std::chrono::steady_clock::time_point> end_by = {};
  bool one_of_many = false;  // an interrupt is for others too: it is not taken back to confirm what was found
  bool detect = true;  // races, lock order, access patterns of every run
  std::set<std::string> stop_on;  // also stop at the first of these: race, atomicity, warning, or a kind of failure
  std::string suppressions;  // a file, or empty
  bool default_suppressions = true;  // and what is known of the standard library
  std::string out_dir = ".reweave/results";
  std::string resume;  // a file: the search goes on from there if it exists, and is saved there; or empty
  std::chrono::nanoseconds save_every = std::chrono::seconds(2);
  std::function<void(const Plan&, const Trace&)> on_schedule;  // every run that counts; never two at a time
  std::function<void(const detect::PatternCoverage&)> covered = {};  // once, after the last run; only if `detect`
  std::function<void(const std::string&)> message;  // something the user should know
  std::function<void(const ExploreStatus&)> status;  // about ten times a second
  std::function<bool(const ExploreStatus&)> enough = {};  // asked as often: true ends the search as if its time were up
};

// Runs to the end of the budget, the space, the first failure or an interrupt (base/interrupt.h).
Result<ExploreResult> Explore(const ExploreOptions& options);

// Creates the directory; if it is inside a `.reweave`, also its .gitignore (all but corpus/). Returns the absolute path.
Result<std::string> PrepareOutDir(const std::string& directory);

}  // namespace reweave::inline explore
