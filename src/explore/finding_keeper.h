// What failing runs led to: one finding for each id, its schedule written the moment the finding is made. Findings of detectors
// are kept by Detection.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "explore/collect/casebook.h"
#include "explore/explorer.h"
#include "findings/finding.h"
#include "findings/site_names.h"

namespace reweave::inline explore {

class FindingKeeper {
 public:
  struct Helpers {
    Casebook::KeepSchedule write;
    std::function<bool(const Finding&)> suppressed;
    std::function<void(const std::string&)> say;
    std::size_t most_strays = 64;
  };
  FindingKeeper(const ExploreOptions& options, SiteNames& names, Helpers helpers)
      : options_(options), names_(names), helpers_(std::move(helpers)) {}

  // Takes in a run that failed. True: the search ends here.
  Result<bool> Keep(const ObservedRun& run);
  bool Again(const std::string& id, const ObservedRun& run);  // one more run showed it; false: it is not known
  Result<void> KeepWarnings(const ObservedRun& run, std::vector<Finding> warnings);  // of the strategy
  // A failure in a run that was made to confirm or to minimise something else, after Finish. `known` are the findings so far.
  void KeepStray(const ObservedRun& run, const std::vector<Finding>& known);
  void TakeStrays(ExploreResult& result);

  // The search began anew: findings stay, what was counted does not.
  void Restarted();
  std::size_t size() const { return findings_.size(); }
  std::vector<Finding> TakeNews() { return std::exchange(news_, {}); }  // made since the last call
  // Everything but strays moves into the result.
  void Finish(ExploreResult& result);

  // --- For --resume and parts ------------------------------------------------------------------------------------------
  void AddSaved(Finding finding);  // made after the state was saved: the search will come to it again
  void ExpectAgain();              // what is known by now does not end the search again
  void Absorb(FindingKeeper& part);
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.findings_, self.timing_);
  }

 private:
  Result<std::string> Write(const ObservedRun& run, const Finding& finding) const;
  Result<void> KeepTiming(const ObservedRun& run, Finding finding);
  bool Expected(const Finding& finding) const;

  const ExploreOptions& options_;
  SiteNames& names_;
  Helpers helpers_;
  std::vector<Finding> findings_, timing_, warnings_, strays_, late_strays_, news_;  // late_: they need a delay
  std::vector<std::string> known_before_;
  std::size_t dropped_strays_ = 0;
};

}  // namespace reweave::inline explore
