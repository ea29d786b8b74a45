// Unserialisable access patterns that matter: warnings where one broke an annotated atomic region, findings where one goes with
// another outcome.
//
// The outcome is what the program calls so (REWEAVE_OUTCOME), or what it prints and exits with (printed_outcomes.h). A pattern
// is a finding if a run that passed came to another outcome than the first one and no run with the first one's outcome showed
// the pattern. For what is printed this is settled after the search. All other patterns are only counted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "explore/collect/casebook.h"
#include "explore/collect/confirming.h"
#include "explore/collect/printed_outcomes.h"
#include "explore/collect/run_facts.h"

namespace reweave::inline collect {

// Patterns that break an annotated region.
class RegionCollector {
 public:
  explicit RegionCollector(Casebook& book) : book_(book) {}
  void Observe(const ObservedRun& run, const RunFacts& facts);
  void Restarted();
  std::vector<Finding> Finish();
  void Absorb(RegionCollector& part) { MergeFindings(warnings_, std::move(part.warnings_)); }
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.warnings_);
  }

 private:
  Casebook& book_;
  std::vector<Finding> warnings_;
};

// Patterns that go with another outcome by REWEAVE_OUTCOME.
class OutcomeCollector {
 public:
  explicit OutcomeCollector(Casebook& book) : book_(book) {}
  Result<void> Observe(const ObservedRun& run, const RunFacts& facts);
  void Restarted();
  void Finish(std::vector<Finding>& findings);
  std::size_t found() const { return findings_.size(); }
  bool Has(const std::string& id) const;
  void Absorb(OutcomeCollector& part);
  // What the runs of another part of the search are compared with, and nothing that was found.
  OutcomeCollector ForPart() const;
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.findings_, self.keys_, self.usual_, self.usual_patterns_);
  }

 private:
  Casebook& book_;
  std::vector<Finding> findings_;
  std::unordered_map<std::string, std::uint64_t> keys_;  // of their patterns, by id
  std::optional<std::uint64_t> usual_;                   // digest of the first run's outcome
  std::unordered_set<std::uint64_t> usual_patterns_;     // of runs that came to it
};

// Patterns that go with another output of a run that passed. A program may print what it likes: they are warnings.
class PrintedCollector {
 public:
  explicit PrintedCollector(Casebook& book) : book_(book) {}
  void Observe(const ObservedRun& run, const RunFacts& facts);
  // Runs the threads one after the other in several orders, to see whether the program prints the same whenever nothing is
  // interleaved; then what printed something else, once more. What `others` has found is no news.
  Result<void> Confirm(const Confirming& runs, const OutcomeCollector& others);
  void Restarted();
  void Finish(std::vector<Finding>& warnings);
  bool empty() const { return suspects_.empty(); }
  void AddLeads(std::vector<Plan>& leads) const;
  void Absorb(PrintedCollector& part) { printed_.Absorb(part.printed_); }
  PrintedCollector ForPart() const;
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.printed_);
  }

 private:
  struct Suspect {
    Finding finding;
    std::uint64_t key, printed;
    Evidence evidence;
  };
  Result<void> RunSerially(const Confirming& runs);
  Result<void> ConfirmSuspect(const Confirming& runs, Suspect& suspect);

  Casebook& book_;
  PrintedOutcomes printed_;
  std::vector<Suspect> suspects_;
  std::vector<Finding> confirmed_;
  RunAnalyser beside_;  // of runs that are none of the search's
  RunFacts facts_;
};

}  // namespace reweave::inline collect
