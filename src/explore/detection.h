// What the detectors see during a search: races, potential races, lock-order cycles and access patterns of every observed run;
// after it, the attempts to confirm them in runs of their own (which count as no schedules).
//
// Races are findings; a potential race or a lock-order cycle becomes one when a run confirms it and is only predicted before.
// An unserialisable pattern is a warning in an annotated atomic region, and a finding when a run that passed came to another
// outcome (REWEAVE_OUTCOME) than the first one and no run with the first one's outcome showed it; likewise when it printed
// something else or exited with another status than serialisable runs, if these all come to the same
// (printed_outcomes.h), which is settled after the search. Else it is only counted.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "detect/caveats.h"
#include "detect/lock_order.h"
#include "detect/patterns.h"
#include "detect/races.h"
#include "detect/suppressions.h"
#include "explore/printed_outcomes.h"
#include "explore/schedule/plan.h"
#include "explore/schedule/schedule.h"
#include "explore/search/saved_state.h"
#include "explore/target/target.h"
#include "findings/finding.h"
#include "findings/site_names.h"
#include "trace/trace.h"

namespace reweave::inline explore {

// What one run shows by itself.
struct RunFacts {
  std::vector<detect::RacePair> races;
  std::vector<abi::SharedSlot> racing;                   // the bytes on which they were
  std::vector<detect::PatternInstance> broken, triples;  // see detect/patterns.h
  std::uint64_t printed = 0;                             // PrintedDigest
  bool thorough = false;                                 // lock order is to be looked at, too
  bool settled = false;                                  // no location became shared: all accesses to shared ones were seen
};

// Finds that out. Needs nothing of the search, so that several workers can do it at the same time, each with its own.
class RunAnalyser {
 public:
  void Analyse(const Trace& trace, RunFacts& facts);
  const detect::PatternCoverage& patterns() const { return patterns_; }
  const detect::Caveats& caveats() const { return caveats_; }
  const std::unordered_set<std::uint32_t>& blocks() const { return blocks_; }  // entered, by site; empty if not recorded

 private:
  detect::RaceDetector races_;
  std::unordered_set<std::uint32_t> blocks_;
  detect::PatternCoverage patterns_;
  detect::Caveats caveats_;
  std::uint64_t analysed_ = 0;
  void NoteBlocks(const std::vector<abi::Event>& events);
};

class Detection {
 public:
  // Keeps the schedule of a run and returns its path.
  using KeepSchedule =
      std::function<Result<std::string>(const Trace&, const Plan&, const Finding&, std::optional<RaceExpectation>)>;

  // `suppressions`: path of a file, may be empty; `defaults`: the bundled ones too.
  static Result<std::unique_ptr<Detection>> Create(const std::string& suppressions, bool defaults, SiteNames& names,
                                                   KeepSchedule keep);

  // Takes in one run of the search, number `schedule`. True: it showed a race that no run showed before.
  // schedule 0: the run is none of the search's (probing, repeated): what it shows is kept, but not counted. set_execution says
  // which of all executions it is.
  Result<bool> Observe(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule);
  Result<bool> Observe(const Trace& trace, const Plan& plan, std::uint64_t schedule) {
    analyser_.Analyse(trace, facts_);
    return Observe(trace, facts_, plan, schedule);
  }
  const detect::Caveats& caveats() const { return analyser_.caveats(); }
  const RunFacts& last_facts() const { return facts_; }  // of the run that was observed without facts of its own
  void set_execution(std::uint64_t number) { execution_ = number; }
  // The patterns that a worker's runs covered. Called once for each analyser that is not our own, before Finish.
  void AddCoverage(const detect::PatternCoverage& patterns) { patterns_.Merge(patterns); }
  // The search began anew: what was counted so far does not count.
  void Restarted();
  bool Suppressed(const Finding& finding) { return suppressions_.Matches(finding); }

  // Tries to bring about what was seen or predicted. `found` are the findings of failing runs: they are run again and looked
  // at, since their locations may not have been known to be shared then; a predicted deadlock that is among them is no news.
  // A run that fails on the way is handed to `failed`, whatever it was made for. `end_by`: when it must have ended.
  using Failed = std::function<void(const Trace&, const Plan&)>;
  Result<void> Confirm(TargetOptions options, const std::vector<Finding>& found, const Failed& failed,
                       std::optional<std::chrono::steady_clock::time_point> end_by);
  // Moves everything into the result.
  void Finish(ExploreResult& result);

  // For --resume. What was only predicted is kept as the plan that led to it: Recover runs these again.
  void Save(StateWriter& out) const;
  void Load(StateReader& in);
  // For another part of the same search (part.h): what runs are compared with, and nothing that was found or counted. And what
  // such a part found and counted.
  void SaveForPart(StateWriter& out) const;
  void Absorb(Detection& part);
  void AddKnownRace(Finding race);
  Result<void> Recover(TargetOptions options);
  const detect::PatternCoverage& coverage() const { return patterns_; }
  std::size_t found() const;  // races that were seen and changed outcomes, so far
  // Kinds of what was seen for the first time since the last call: race, atomicity, warning.
  std::vector<std::string> TakeNewKinds() { return std::exchange(new_kinds_, {}); }
  // Races seen since the last call: for the file of --resume.
  std::vector<Finding> TakeNews() { return std::exchange(news_, {}); }

 private:
  struct Evidence {
    std::shared_ptr<const Trace> trace;
    Plan plan;
  };
  struct Race {
    Finding finding;
    detect::RacePair pair;
    Evidence evidence;
    std::uint64_t last_run = 0;
    bool potential = false, side_by_side = false;
  };
  // A pattern of a run that printed something unusual.
  struct Suspect {
    Finding finding;
    std::uint64_t key, printed;
    Evidence evidence;
  };
  struct Cycle {
    Finding finding;
    detect::LockCycle cycle;
    Evidence evidence;
    bool confirmed = false;
  };

  Detection(SiteNames& names, KeepSchedule keep) : names_(names), keep_(std::move(keep)) {}
  Result<bool> ObserveRaces(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule);
  Result<void> ObserveAgain(Target& target, const Finding& failure, const Failed& failed);
  Result<bool> ObservePair(const Trace& trace, const Plan& plan, std::uint64_t schedule, const detect::RacePair& pair);
  void ObserveLocks(const Trace& trace, const Plan& plan, std::uint64_t schedule);
  Result<void> ObservePatterns(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule);
  Result<void> ObserveOutcome(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule);
  void ObservePrinted(const Trace& trace, const RunFacts& facts, const Plan& plan, std::uint64_t schedule);
  Result<void> ConfirmPrinted(Target& target, const std::function<bool()>& go_on, const Failed& failed);
  Evidence Keep(const Trace& trace, const Plan& plan);
  Result<bool> ConfirmRace(Target& target, Race& race, const Failed& failed);
  Result<std::optional<Finding>> ConfirmCycle(Target& target, const Cycle& cycle, const std::vector<Finding>& found,
                                              const Failed& failed);

  SiteNames& names_;
  KeepSchedule keep_;
  detect::Suppressions suppressions_, defaults_;
  RunAnalyser analyser_;
  RunFacts facts_;
  detect::PatternCoverage patterns_;  // of all analysers
  std::vector<Race> races_;
  std::unordered_map<std::uint64_t, std::size_t> by_key_;  // of a pair: index in races_, kHidden if suppressed
  std::unordered_map<std::string, std::size_t> by_id_;
  std::vector<Cycle> cycles_;
  std::unordered_map<std::uint64_t, bool> cycle_keys_;
  std::vector<Finding> warnings_, confirmed_, atomicity_, news_;
  std::vector<std::string> new_kinds_;
  std::vector<Plan> leads_;  // to be run by Recover
  std::optional<std::uint64_t> usual_outcome_;  // digest of the values under REWEAVE_OUTCOME in the first run
  std::unordered_map<std::string, std::uint64_t> atomicity_key_;
  std::unordered_set<std::uint64_t> usual_triples_;  // unserialisable ones of runs that came to it
  PrintedOutcomes printed_;
  std::vector<Suspect> suspects_;
  std::shared_ptr<const Trace> kept_;  // copy of the run being observed, made when first needed
  std::size_t kept_bytes_ = 0;
  std::uint64_t observed_ = 0, execution_ = 0;
  bool counting_ = true;  // false: runs that are none of the search's
};

}  // namespace reweave::inline explore
