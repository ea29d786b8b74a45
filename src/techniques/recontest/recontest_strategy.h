// recontest: runs the problematic interleavings that the change made new, one after the other (docs/techniques/recontest.md).
//
// Every candidate of the analysis becomes a plan by simulating the recorded run of the new version with threads held before the
// accesses of the pattern. A run that leaves the simulated path is finished by the default policy and becomes the basis of the
// next attempt, at most three runs a candidate. A run may show other candidates, too: those need none of their own.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "explore/search/strategy.h"
#include "techniques/pcr/order_query.h"
#include "techniques/recontest/analysis.h"
#include "techniques/recontest/describe.h"
#include "techniques/recontest/guide.h"
#include "techniques/recontest/result.h"

namespace reweave::recontest {

class RecontestStrategy : public Strategy {
 public:
  RecontestStrategy(const StrategyOptions& options, std::shared_ptr<const recontest::Analysis> analysis);

  std::string_view name() const override { return "recontest"; }
  std::optional<Plan> Next() override;
  void Observe(const Plan& plan, const Trace& trace) override;
  // Not if there was something to look at and nothing to run: other strategies may go further.
  bool exhausted() const override { return next_ >= work_.size() && !current_ && !outcome_.hands_over; }
  std::string progress() const override;
  std::optional<TechniqueReport> report() const override { return recontest::ReportOf(outcome_); }
  const recontest::Outcome& outcome() const { return outcome_; }
  std::vector<Finding> TakeWarnings() override { return std::exchange(warnings_, {}); }

  std::optional<bool> IsNew(const Finding& finding) const override;

  enum class Status : std::uint8_t { kOpen, kConfirmed, kFailure, kDiverged, kBlocked };
  const std::vector<Status>& statuses() const { return statuses_; }  // by number in analysis.ranked

 private:
  // An access of the recorded run, found again in others by thread, site and how often the thread was there.
  struct Anchor {
    std::uint16_t thread = 0;
    std::uint32_t site = 0, ordinal = 0, occurrence = 0;
  };
  struct Work {
    std::vector<Anchor> anchors;
    std::uint32_t ranked = ~0u;    // number in analysis.ranked; ~0: an order that is only tried, not reported
    std::vector<recontest::Approach> approaches;
  };
  struct Attempt {
    std::size_t work = 0;
    std::size_t approach = 0;
    int runs = 0;
    bool catches_up = false;       // only finishes a run that left its path
    bool again = false;            // a second attempt, in one way only
    bool solved = false;           // by the solver
    std::shared_ptr<const Trace> basis;
  };

  Anchor AnchorOf(std::uint32_t access) const;
  // The events of a trace at the places of all anchors, by thread and site: looked for once for all of them.
  using Spots = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;
  Spots SpotsOf(const Trace& trace) const;
  // Their numbers in a trace, ~0 for those that did not happen.
  static std::vector<std::uint32_t> Find(const Spots& spots, const std::vector<Anchor>& anchors);
  static bool InOrder(const Trace& trace, const Spots& spots, const Work& work);
  static bool Shows(const Trace& trace, const Spots& spots, const Work& work);
  void AddWork();
  void AddFlips();
  void AddInstances();
  std::optional<Plan> PlanFor(Attempt& attempt);
  std::optional<Plan> NextAgain();
  // What the simulation could not bring about, by the solver of PCR.
  std::optional<Plan> Solved(std::size_t work);
  Plan WithPlanned(std::vector<abi::Segment> segments, std::vector<abi::OutcomeChoice> outcomes) const;
  Plan WithOrder(const Trace& basis, const std::vector<std::uint32_t>& order) const;
  void Settle(std::size_t work, Status status, const Trace* trace);
  void SettleOthers(const Trace& trace, const Spots& spots, std::size_t except);
  Finding WarningFor(std::uint32_t ranked) const;
  AccessReport Describe(std::uint32_t access) const;
  const std::set<std::pair<std::string, std::string>>& NewRaces() const;

  StrategyOptions options_;
  std::shared_ptr<const recontest::Analysis> analysis_;
  std::shared_ptr<const Trace> recorded_;
  std::vector<std::uint32_t> occurrences_;  // by event of the recorded run: how often its thread was there before
  // Both are made when they are first needed.
  mutable std::optional<Describer> describe_;
  mutable std::optional<std::set<std::pair<std::string, std::string>>> new_races_;  // by their places
  std::vector<Work> work_;
  std::size_t next_ = 0;
  // Patterns whose run went elsewhere, as what was read on the way differed: once more in these ways when all else was tried.
  std::vector<std::pair<std::size_t, recontest::Approach>> again_;
  std::size_t next_again_ = 0;
  std::optional<pcr::OrderQuery> solver_;  // made when it is first needed
  std::optional<Attempt> current_;
  // The recorded run is the first schedule: it failed, or takes locks in an order that the detector should look at.
  bool starts_recorded_ = false;
  std::vector<Status> statuses_;
  std::vector<Finding> warnings_;
  recontest::Outcome outcome_;
};

std::unique_ptr<Strategy> MakeRecontestStrategy(const StrategyOptions& options);

}  // namespace reweave::recontest
