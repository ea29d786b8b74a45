// One candidate tried: its orders first, then schedules of its threads, each looked at for failures and new patterns.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "detect/patterns.h"
#include "detect/races.h"
#include "detect/suppressions.h"
#include "findings/site_names.h"
#include "gen/failure.h"
#include "gen/runner.h"
#include "gen/subject.h"

namespace reweave::gen {

struct TrialResult {
  bool dropped = false;         // fails or blocks without threads already
  std::size_t fresh_patterns = 0;
  std::vector<Failure> failures;
  std::vector<Failure>
      unclear;  // no order gives it, but a call found a lock taken and went on without it: the class may allow that
};

class Trials {
 public:
  Trials(const Subject& subject, Runner& runner) : subject_(subject), runner_(runner) {}

  void set_probes(std::vector<Call> probes) { probes_ = std::move(probes); }
  const std::vector<Call>& probes() const { return probes_; }
  // Failures of the same cause (races) or of the same kind and methods that were reported once are not reported again, unless
  // `again`.
  Result<TrialResult> Try(const Candidate& candidate, std::uint32_t runs, std::uint64_t seed, bool again = false);

  // Findings that nobody wants to hear of: the user's, and what is known of the standard library.
  void Suppress(detect::Suppressions users, detect::Suppressions known) {
    users_ = std::move(users), library_ = std::move(known);
  }
  bool IsSuppressed(const Finding& finding);
  const detect::Suppressions& suppressions() const { return users_; }
  std::uint64_t suppressed() const { return suppressed_; }
  // Whether what the calls return is compared with orders of the calls.
  bool IsCompared(const Candidate& candidate) const;
  // Results that no order gives were passed over, because the class has threads of its own.
  bool own_threads() const { return own_threads_; }

  const detect::PatternCoverage& patterns() const { return patterns_; }
  std::uint64_t TotalPatterns();
  std::uint64_t schedules() const { return schedules_; }

 private:
  Result<bool> MayBlock(const Candidate& candidate, Sequential& sequential);
  // What is known of the candidate that is tried.
  struct Known {
    Sequential sequential;
    bool may_block = false, again = false;
    std::optional<bool> may_hang;
    std::optional<Runner::Turns> turns;
  };
  struct Suspect {
    Failure failure;
    std::optional<abi::EndKind> end;  // how the run ended; none: it passed, and something else is wrong
    bool waits_for_itself = false;    // a thread holds what it waits for
    std::set<std::size_t> missed;     // threads that found a lock taken and went on without it
  };
  void See(const Candidate& candidate, const Trace& trace, const Outcome& outcome, const Known& known, TrialResult& result,
           std::vector<Suspect>& suspects);
  // Adds those to the result that no order of the calls shows, threads taking turns.
  Result<void> Judge(const Candidate& candidate, Known& known, std::vector<Suspect>& suspects, TrialResult& result);
  // Nobody is at fault for it: calls that wait for ever in any order, calls that gave up because a lock was taken.
  Result<bool> IsExcused(const Candidate& candidate, Known& known, Suspect& suspect);
  bool Refused(const Candidate& candidate, const Outcome& outcome) const;  // a call found no room
  bool IsNew(const Failure& failure, const Known& known, const TrialResult& result, const std::vector<Suspect>& suspects) const;
  std::string BrokenInvariant(const Outcome& outcome, const std::vector<Outcome>& orders) const;
  bool InSteps(const Candidate& candidate) const;
  void Tell(Failure& failure) const;  // which parts of the outcome show it
  void SeeRaces(const Candidate& candidate, const Trace& trace, bool again, TrialResult& result);
  Failure Make(const std::string& kind, const Candidate& candidate) const;
  std::string WhoIs(const Candidate& candidate, const Trace& trace, const detect::RacingAccess& access);

  const Subject& subject_;
  Runner& runner_;
  bool own_threads_ = false;
  std::vector<Call> probes_;
  detect::RaceDetector races_{detect::RaceDetector::Options{.potential = false}};
  detect::PatternCoverage patterns_;
  SiteNames names_;
  detect::Suppressions users_, library_;
  std::set<std::uint64_t> known_races_, hidden_races_;
  std::set<std::string> hidden_;  // findings that are suppressed, each counted once

  std::set<std::string> known_;  // kind and methods of other failures
  std::uint64_t schedules_ = 0, suppressed_ = 0;
};

}  // namespace reweave::gen
