// What the detectors see during a search: races, lock-order cycles and access patterns of every observed run. After the search it
// tries to confirm them in runs of their own. Each kind has a collector (explore/collect/), which says when it becomes a finding;
// this class hands them the runs, one after the other.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/collect/casebook.h"
#include "explore/collect/lock_cycles.h"
#include "explore/collect/misuse.h"
#include "explore/collect/outcomes.h"
#include "explore/collect/races.h"
#include "explore/collect/run_facts.h"
#include "explore/search/saved_state.h"
#include "explore/target/target.h"
#include "findings/finding.h"

namespace reweave::inline explore {

class Detection {
 public:
  using KeepSchedule = Casebook::KeepSchedule;

  // See Casebook::Create.
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
  // A run that the search stopped on the way. Of races that only such runs show, FollowStopped makes whole runs.
  void ObserveStopped(const RunFacts& facts, const Plan& plan);
  // Of all runs that no worker's analyser saw: those that were observed without facts, and those of earlier or other processes.
  detect::Caveats caveats() const {
    detect::Caveats all = earlier_;
    all.Merge(analyser_.caveats());
    return all;
  }
  void AddCaveats(const detect::Caveats& caveats) { earlier_.Merge(caveats); }
  const RunFacts& last_facts() const { return facts_; }  // of the run that was observed without facts of its own
  void set_execution(std::uint64_t number) { execution_ = number; }
  // The patterns that a worker's runs covered. Called once for each analyser that is not our own, before Finish.
  void AddCoverage(const detect::PatternCoverage& patterns) { patterns_.Merge(patterns); }
  // The search began anew: what was counted so far does not count.
  void Restarted();
  bool Suppressed(const Finding& finding) { return book_->Suppressed(finding); }

  // Tries to bring about what was seen or predicted. `found` are the findings of failing runs: they are run again and looked
  // at, since their locations may not have been known to be shared then; a predicted deadlock that is among them is no news.
  // A run that fails on the way is handed to `failed`, whatever it was made for. `end_by`: when it must have ended.
  Result<void> Confirm(TargetOptions options, const std::vector<Finding>& found, const Failed& failed,
                       std::chrono::steady_clock::time_point end_by);
  // Moves everything into the result.
  void Finish(ExploreResult& result);

  // For --resume. What was only predicted is kept as the plan that led to it: Recover runs these again.
  void Save(StateWriter& out) const;
  void Load(StateReader& in);
  // For another part of the same search (part.h): what runs are compared with, and nothing that was found or counted. And what
  // such a part found and counted.
  void SaveForPart(StateWriter& out) const;
  void Absorb(Detection& part);
  void AddKnownRace(Finding race) { races_.AddKnown(std::move(race)); }
  Result<void> Recover(TargetOptions options, const Failed& failed);
  Result<void> FollowStopped(const TargetOptions& options, const Failed& failed);
  const detect::PatternCoverage& coverage() const { return patterns_; }
  std::size_t found() const { return outcomes_.found() + races_.seen(); }  // races and changed outcomes, so far
  // Kinds of what was seen for the first time since the last call: race, atomicity, warning.
  std::vector<std::string> TakeNewKinds() { return book_->TakeNewKinds(); }
  // Races seen since the last call: for the file of --resume.
  std::vector<Finding> TakeNews() { return races_.TakeNews(); }

 private:
  explicit Detection(std::unique_ptr<Casebook> book) : book_(std::move(book)) {}
  void AddStopped(std::vector<Plan>& leads) const;
  Result<void> ObserveAgain(const Confirming& runs, const Finding& failure);

  std::unique_ptr<Casebook> book_;
  RaceCollector races_{*book_};
  LockCycleCollector cycles_{*book_};
  RegionCollector regions_{*book_};
  OutcomeCollector outcomes_{*book_};
  PrintedCollector printed_{*book_};
  RunAnalyser analyser_;
  RunFacts facts_;
  detect::PatternCoverage patterns_;  // of all analysers
  detect::Caveats earlier_;
  std::vector<Plan> leads_;  // to be run by Recover
  std::map<std::uint64_t, Plan> stopped_;  // by the key of a race: the first stopped run that showed it
  std::uint64_t observed_ = 0, execution_ = 0;
};

}  // namespace reweave::inline explore
