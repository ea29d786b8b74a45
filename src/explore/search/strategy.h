// The contract of a search strategy, all of it.
//
// A strategy turns traces into plans. The explorer calls Next() for a plan, has it run, and calls Observe() once for every run
// of it, in the order of the runs (plans that are out at once: in any order of the plans), with the plan as Next() returned it
// and what the run did (trace.seed() tells the runs of a batch apart). A strategy
//   - is pure: no clock, no files, no process, no randomness but the seed it was made with. The same traces give the same
//     plans, so it can be tested on recorded or hand-written traces;
//   - starts from options.base, which carries what the user decided (granularity, record classes, step limit, flags), and sets
//     the rest: prefix, outcomes, tail, seed, runs;
//   - may be asked for up to lookahead() plans before the first of them is observed; strategies that learn from each run leave
//     it at 1. A plan of several runs (Plan::runs) is one hand-over and the cheapest way to be fast;
//   - returns nullopt when it has nothing left to try; exhausted() then says whether its whole space (within its bound) was
//     covered. Random strategies never end and are never exhausted;
//   - sees failing, blocked and diverged runs in Observe() like all others; it need not care about findings, budgets, counting,
//     confirmation or stopping. The explorer may leave the last `runs` of the last plan undone;
//   - learns of a location that became shared from the Shared records of a trace (Summary::shared). Systematic strategies
//     restart then and tell by discarded(); random ones just go on.
// Wrappers (determinism check, metrics) are strategies that hold a strategy.
//
// To add one: write its file, add its line to the table in strategy.cc, test it on hand-written traces.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "detect/patterns.h"
#include "explore/schedule/plan.h"
#include "explore/search/frontier.h"
#include "explore/search/technique_inputs.h"
#include "findings/finding.h"
#include "trace/trace.h"

namespace reweave::inline search {

class StateReader;
class StateWriter;

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string_view name() const = 0;
  virtual std::optional<Plan> Next() = 0;
  virtual void Observe(const Plan& plan, const Trace& trace) = 0;

  // A run that is none of its plans (the one that chose the isolation): it may learn from it.
  virtual void Learn(const Trace& trace) {}
  // More plain accesses are scheduling points from now on (Granularity::kRacing): locations were seen to race. Systematic
  // strategies begin anew.
  virtual void PointsChanged() {}
  // After PointsChanged: the run that showed it. Its schedule can be taken apart further now than when it ran.
  virtual void ShowedRace(const Trace& trace) {}

  virtual bool exhausted() const { return false; }
  // What it leaves out by its options even when it is exhausted, for "not covered: ..."; empty: nothing.
  virtual std::string left_out() const { return {}; }
  virtual int lookahead() const { return 1; }
  virtual std::string progress() const { return {}; }        // for the status line: "bound 2, frontier 17"
  // Of the runs observed so far: how many were redundant (sleep-set blocked), how many belonged to a search that was begun
  // anew since, and how many of their scheduling points only replayed a prefix. The explorer reports `schedules` without the
  // first two and `transitions` without the third.
  virtual std::uint64_t blocked() const { return 0; }
  virtual std::uint64_t discarded() const { return 0; }
  virtual std::uint64_t replayed_points() const { return 0; }
  // Whether the run observed last is a schedule of the search. One that is not (it repeats what was run before, or only led to
  // another choice) shows nothing that a counted one does not show.
  virtual bool last_run_counts() const { return true; }
  // How many threads the search treated as interchangeable (symmetry.h): it ran one order of them.
  virtual std::uint32_t interchangeable() const { return 0; }
  virtual std::uint64_t restarts() const { return 0; }       // how often the search began anew: nothing before counts
  // Searches that match states: how many they saw and how many transitions they took (docs/techniques/capp.md).
  struct StateCounts {
    std::uint64_t states = 0, transitions = 0;
  };
  virtual std::optional<StateCounts> state_counts() const { return std::nullopt; }

  // For --resume: everything that Next and Observe depend on, what is out included; false: this strategy cannot be saved.
  // Load is called on a strategy made with the same options that has given no plan yet; a damaged state makes in.ok() false.
  // The plans that were out are then run and observed before Next is called.
  virtual bool Save(StateWriter& out) const { return false; }
  virtual bool Load(StateReader& in) { return false; }
  // What the technique behind this search has to say about it: asked once, after the last run.
  virtual std::optional<TechniqueReport> report() const { return std::nullopt; }
  // Strategies that count access patterns: those of all runs so far. The explorer reports no fewer.
  virtual const detect::PatternCoverage* covered() const { return nullptr; }
  // Warnings about the run observed last, which need not have failed: the explorer keeps its schedule with each. And whether a
  // finding is new against the version that the search compares with; nullopt: the strategy cannot tell.
  virtual std::vector<Finding> TakeWarnings() { return {}; }
  virtual std::optional<bool> IsNew(const Finding& finding) const { return std::nullopt; }
};

enum class StateKeyKind : std::uint8_t { kMemory, kOrder };

struct StrategyOptions {
  Plan base;
  std::uint64_t seed = 1;
  std::string parameter;           // after the colon: "capp:<heuristic>"
  std::uint8_t pct_depth = 3;
  std::optional<std::uint32_t> bound = {};           // preemptions or delays; kNoBound = all; none: the strategy's default
  SearchOrder order = SearchOrder::kEarly;
  StateKeyKind state_key = StateKeyKind::kMemory;
  std::string search = "icb";                      // what capp goes over: icb, dfs, stateful-dfs, stateful-bfs
  bool first_iteration_only = false;               // searches with a partition: leave out what it postpones
  int jobs = 1;                                    // plans that may be out at once
  int workers = 1;                                 // that share them
  bool one_path = false;                           // the search is a part (splitting.h), or may be split
  bool symmetry = true;                            // dpor: one order of interchangeable threads (symmetry.h)
  TechniqueInputs inputs = {};                     // what the techniques found out before the search
};

struct StrategyEntry {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Strategy> (*make)(const StrategyOptions&);
  // It works out runs from which thread holds which lock: one in which a lock is given back by another thread is beyond it.
  bool plans_locks = false;
};
const std::vector<StrategyEntry>& Strategies();
bool PlansLocks(std::string_view spec);

// "random", "capp:heuristic". Unknown: kUsage error that lists the known names.
Result<std::unique_ptr<Strategy>> MakeStrategy(std::string_view spec, StrategyOptions options);

// Makers of what is in this folder; others are beside their strategies.
std::unique_ptr<Strategy> MakeDfsStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeIcbStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeDelayStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeStatefulDfsStrategy(const StrategyOptions& options);
std::unique_ptr<Strategy> MakeStatefulBfsStrategy(const StrategyOptions& options);

}  // namespace reweave::inline search
