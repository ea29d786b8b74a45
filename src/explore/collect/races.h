// Races that runs show, one finding for each pair of places. A potential one (detect/races.h) becomes a finding when a run shows
// it or has its two accesses side by side; before that it is only predicted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "detect/findings.h"
#include "explore/collect/casebook.h"
#include "explore/collect/confirming.h"
#include "explore/collect/run_facts.h"

namespace reweave::inline collect {

class RaceCollector {
 public:
  explicit RaceCollector(Casebook& book) : book_(book) {}

  // `number`: of the runs that were observed, so that a race counts once in each. True: no run showed that race before.
  Result<bool> Observe(const ObservedRun& run, const std::vector<detect::RacePair>& pairs, std::uint64_t number);
  // The schedules that there was no time to write when the run was observed.
  Result<void> WriteMissing(const std::function<bool()>& go_on);
  Result<void> Confirm(const Confirming& runs);
  void Restarted();
  void Finish(std::vector<Finding>& findings, std::vector<Finding>& predicted);

  bool Knows(std::uint64_t pair) const { return by_key_.contains(pair); }  // RacePair::key
  bool empty() const { return races_.empty(); }
  std::size_t seen() const;                     // without those that are only predicted
  std::vector<Finding> SeenFindings() const;
  void AddLeads(std::vector<Plan>& leads) const;  // plans that showed or predict something
  void AddKnown(Finding race);                  // seen before the search was saved
  void Absorb(RaceCollector& part);
  std::vector<Finding> TakeNews() { return std::exchange(news_, {}); }  // seen since the last call

 private:
  struct Race {
    Finding finding;
    detect::RacePair pair;
    Evidence evidence;
    std::uint64_t last_run = 0;
    bool potential = false;
  };

  struct OfRun {
    const ObservedRun& run;
    std::optional<detect::RaceDescriber> describer;  // made when first needed
  };

  static std::vector<Race*> InOrder(const std::vector<Race*>& races);  // one of each cause first
  std::size_t IndexOf(OfRun& of_run, const detect::RacePair& pair);
  bool ObservePair(const ObservedRun& run, Race& race, const detect::RacePair& pair, std::uint64_t number);
  Result<void> WriteSchedules(const Trace& trace, const Plan& plan, const std::vector<Race*>& races);
  Result<bool> ConfirmRace(const Confirming& runs, Race& race);

  Casebook& book_;
  std::vector<Race> races_;
  std::unordered_map<std::uint64_t, std::size_t> by_key_;  // of a pair: index in races_, kHidden if suppressed
  std::unordered_map<std::string, std::size_t> by_id_;
  std::vector<Finding> news_;
};

}  // namespace reweave::inline collect
