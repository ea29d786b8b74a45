// paths, reach, tpair: runs that turn branches, and the two searches it is compared with (docs/techniques/paths.md).
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "detect/races.h"
#include "explore/search/strategy.h"
#include "techniques/paths/cut_runs.h"
#include "techniques/paths/extract.h"
#include "techniques/paths/manners.h"
#include "techniques/paths/search.h"

namespace reweave::paths {

// What the command line decides, as an input of the strategy.
struct Settings {
  bool paper = false;
  bool all = false;             // go on when every combination of outcomes was seen and orders are left
  std::uint64_t node_cap = 1'000'000;
  std::string why_file;         // --why FILE:LINE
  std::uint32_t why_line = 0;
  bool compares = false;        // with an older version: branches that the change touches come first
  std::set<std::pair<std::string, std::uint32_t>> changed;  // file and line of statements that are new or modified
  std::unordered_set<std::uint32_t> impacted;               // sites of accesses whose history the change altered
  ProgramSlices::Loader loader;  // of a module's facts; none: read from the module's file
};

// After the colon: "paper", "all", or nothing.
Result<void> CheckParameter(std::string_view parameter);

class PathsStrategy : public Strategy {
 public:
  PathsStrategy(const StrategyOptions& options, Mode mode, std::shared_ptr<const Settings> settings);

  std::string_view name() const override;
  std::optional<Plan> Next() override;
  void Observe(const Plan& plan, const Trace& trace) override;
  bool exhausted() const override;
  bool last_run_counts() const override { return counts_; }
  std::uint64_t discarded() const override { return discarded_; }
  std::string progress() const override;
  std::optional<TechniqueReport> report() const override;

  const Search& search() const { return search_; }
  const LockDiscipline& discipline() const { return discipline_; }

 private:
  Plan PlanFor(const Trace& basis, const std::vector<std::uint32_t>& events) const;
  Plan PlanFor(const Test& test) const;
  Plan PlanFor(const CutRuns::Continuation& cut) const;
  void Analyse(const Trace& trace, bool followed);
  void CheckLocks(const Trace& trace, const Execution& run);
  void Explain(const Execution& run);
  std::string Place(std::uint32_t site) const;
  std::string OutcomeText(std::uint32_t site, std::uint32_t outcome) const;
  std::string VariableAt(std::uint32_t site) const;
  std::string OnlyWhere(const std::vector<std::uint32_t>& runs) const;
  std::vector<std::string> RaceLines() const;
  void AddLines(TechniqueReport& report) const;
  void AddTable(TechniqueReport& report) const;
  std::string LeftText() const;
  // Several threads use files, descriptors or signals: what one does there decides what another sees, and no order of it is
  // followed here. Nor is one of fork or a handler with the steps of the threads.
  bool SeesOutside() const { return outside_.size() > 1 || one_is_enough_; }
  bool Touches(std::uint32_t site) const;
  bool Touches(const BranchReport& branch) const;

  StrategyOptions options_;
  Mode mode_;
  std::shared_ptr<const Settings> settings_;
  mutable ProgramSlices program_;
  Search search_;
  LockDiscipline discipline_;
  std::unordered_set<std::uint64_t> manners_;
  detect::RaceDetector races_{{.potential = false}};
  std::set<std::pair<std::uint32_t, std::uint32_t>> raced_;  // sites of accesses that nothing ordered in some run
  std::uint64_t odd_unlocks_ = 0, held_at_exit_ = 0;         // most in a run
  std::vector<std::shared_ptr<const Trace>> traces_;
  std::vector<std::shared_ptr<const Execution>> runs_;
  std::optional<Test> test_;
  std::shared_ptr<const Trace> diverged_;  // its run is made again as far as it went, then goes on by itself
  std::string unusable_;
  std::vector<std::string> why_;
  std::unordered_set<std::uint32_t> sites_;  // of branches that were executed
  std::unordered_set<std::uint16_t> outside_;  // threads that used a file, a descriptor or a signal
  bool one_is_enough_ = false;                 // one of them forked, or took a signal
  mutable std::unordered_map<std::uint32_t, bool> touches_;
  std::uint64_t discarded_ = 0, diverged_runs_ = 0;
  std::uint64_t ended_runs_ = 0;  // that came to an end of the program: it passed, failed or hung
  unsigned roots_ = 0;
  CutRuns cut_;
  bool continues_ = false;  // the run that is out goes on where a failure ended another
  bool started_ = false, sequential_ = false, counts_ = true, explained_ = false;
  // Why nothing is called complete: turns of loops that stand for others, and reads of what no recorded write explains.
  bool turns_left_out_ = false;
  std::uint64_t unexplained_ = 0;
};

}  // namespace reweave::paths
