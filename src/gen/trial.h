// One candidate tried: its orders first, then schedules of its threads, each looked at for failures and new patterns.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "detect/patterns.h"
#include "detect/races.h"
#include "findings/site_names.h"
#include "gen/failure.h"
#include "gen/runner.h"
#include "gen/subject.h"

namespace reweave::gen {

struct TrialResult {
  bool dropped = false;         // fails or blocks without threads already
  std::size_t fresh_patterns = 0;
  std::vector<Failure> failures;
};

class Trials {
 public:
  Trials(const Subject& subject, Runner& runner) : subject_(subject), runner_(runner) {}

  void set_probes(std::vector<Call> probes) { probes_ = std::move(probes); }
  const std::vector<Call>& probes() const { return probes_; }
  // Races that were reported once are not reported again, unless `again`.
  Result<TrialResult> Try(const Candidate& candidate, std::uint32_t runs, std::uint64_t seed, bool again = false);

  const detect::PatternCoverage& patterns() const { return patterns_; }
  std::uint64_t TotalPatterns();
  std::uint64_t schedules() const { return schedules_; }

 private:
  Result<bool> MayBlock(const Candidate& candidate, Sequential& sequential);
  void See(const Candidate& candidate, const Trace& trace, const Outcome& outcome, const Sequential& sequential, bool may_block,
           bool again, TrialResult& result);
  void SeeRaces(const Candidate& candidate, const Trace& trace, bool again, TrialResult& result);
  Failure Make(const std::string& kind, const Candidate& candidate) const;
  std::string WhoIs(const Candidate& candidate, const Trace& trace, const detect::RacingAccess& access);

  const Subject& subject_;
  Runner& runner_;
  std::vector<Call> probes_;
  detect::RaceDetector races_{detect::RaceDetector::Options{.potential = false}};
  detect::PatternCoverage patterns_;
  SiteNames names_;
  std::set<std::uint64_t> known_races_;
  std::uint64_t schedules_ = 0;
};

}  // namespace reweave::gen
