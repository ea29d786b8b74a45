// One search: its strategy, workers and detection, what it finds and where it is kept. In five files: what comes before the first
// schedule (explorer_begin.cc), the loop (explorer.cc), saving and going on (explorer_saved.cc), parts that several processes run
// (explorer_part.cc), what is done once no schedule is left to run (explorer_end.cc).
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "explore/detection.h"
#include "explore/explorer.h"
#include "explore/part.h"
#include "explore/resume_file.h"
#include "explore/search/wrappers.h"
#include "explore/target/isolation.h"
#include "explore/worker.h"

namespace reweave::inline explore {

class Explorer : private RunningPart {
 public:
  explicit Explorer(const ExploreOptions& options) : options_(options), target_options_(options.target) {}

  Result<ExploreResult> Run();
  // See part.h.
  Result<PartOutcome> RunPart(const std::string& state, PartKeeper& keeper);
  Result<ExploreResult> Finish(const std::vector<std::string>& states, const PartsEnd& end);

 private:
  using steady_clock = std::chrono::steady_clock;

  Result<void> SetUp();
  Result<ExploreResult> End();
  Result<void> SetUpStrategy();
  void WrapStrategy();
  Result<void> SetUpDetection();
  Result<void> SetUpTargets();
  Result<void> AccountProbe();

  // --- The loop: what follows is called with the lock, except where a worker runs its plans ----------------------------
  Result<void> Search();
  Result<void> Work(Worker& worker);
  void TakePlans(Worker& worker);
  std::uint64_t SchedulesLeft() const;
  bool Count();
  Result<void> Account(Worker& worker, std::size_t index);
  void ShareLocations(const Worker& worker, const Trace& trace);
  void TakeRacing(const std::vector<abi::SharedSlot>& racing);
  std::chrono::nanoseconds TimeLimit() const;
  void CheckBudget(Worker& worker);
  void Stop(StoppedBy reason);
  TargetOptions SettledOptions() const;
  void Say(const std::string& text) const {
    if (options_.message) options_.message(text);
  }

  // --- Findings --------------------------------------------------------------------------------------------------------
  void NoteUnsupported(const Trace& trace);
  void NoteCut(const Trace& trace);
  Result<void> Keep(const Trace& trace, const Plan& plan, bool counts);
  void KeepStray(const Trace& trace, const Plan& plan);
  void TakeStrays();
  Result<void> KeepTiming(const Trace& trace, const Plan& plan, Finding finding);
  Result<void> KeepWarnings(const Trace& trace, const Plan& plan);
  Result<std::string> WriteScheduleFor(const Trace& trace, const Plan& plan, const Finding& finding,
                                       std::optional<RaceExpectation> race = std::nullopt);

  // --- Resuming --------------------------------------------------------------------------------------------------------
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.runs_, self.probes_, self.schedules_, self.restarts_, self.points_, self.unsupported_runs_,
            self.result_.diverged, self.result_.unsupported, self.result_.cut_runs, self.result_.cut, self.result_.findings,
            self.result_.timing, self.shared_, self.racing_);
  }
  SearchIdentity Identity() const;
  Result<void> Load();
  bool LoadState(StateReader& in);
  void SaveState(StateWriter& out) const;
  void AddSavedFinding(const std::string& bytes);
  Result<void> Save();
  Result<void> SaveNews();
  std::vector<Finding> TakeNews();

  // --- Parts -----------------------------------------------------------------------------------------------------------
  std::uint64_t schedules() const override { return schedules_; }
  std::uint64_t runs() const override { return runs_; }
  std::uint64_t patterns() const override;
  std::string State() const override;
  std::optional<std::string> Split() override;
  Result<void> LoadPart(const std::string& state);
  void Absorb(Explorer& part);
  void AskKeeper();

  // --- At the end ------------------------------------------------------------------------------------------------------
  Result<void> MinimiseFindings(bool interrupted);
  Result<void> Confirm();
  Result<void> ConfirmOne(Finding& finding);
  void FillResult(bool interrupted);
  void AddCaveats();

  const ExploreOptions& options_;
  TargetOptions target_options_;
  std::unique_ptr<Strategy> strategy_;
  const DeterminismCheck* determinism_ = nullptr;  // held by strategy_, like the next
  const DistinctRuns* distinct_ = nullptr;
  abi::Granularity granularity_ = abi::Granularity::kShared;
  unsigned jobs_ = 1;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex mutex_;  // guards everything below while several workers run
  std::condition_variable changed_;  // stopped_, in_flight_, or the strategy may have more
  std::atomic<bool> stop_now_ = false;
  Worker* current_ = nullptr;  // whose run is being accounted for
  std::vector<abi::SharedSlot> shared_;
  std::unordered_map<std::uint64_t, std::uint64_t> shared_masks_;
  std::vector<abi::SharedSlot> racing_;  // what is a point with Granularity::kRacing
  std::unordered_map<std::uint64_t, std::uint64_t> racing_masks_;
  SiteNames names_;
  std::unique_ptr<Detection> detection_;
  std::string out_dir_;
  std::uint64_t in_flight_ = 0, runs_ = 0, schedules_ = 0, restarts_ = 0, points_ = 0, unsupported_runs_ = 0, depth_ = 0;
  std::uint64_t probes_ = 0;  // of the runs: those that chose the isolation level
  bool out_of_plans_ = false, stopped_ = false, schedules_used_ = false, resumed_ = false;
  steady_clock::time_point start_, last_end_, last_status_, next_save_;
  std::deque<Assignment> open_;  // were out when the search was saved
  std::vector<Finding> news_;  // not yet in the file of --resume
  std::vector<std::string> known_before_;  // findings of the search so far, when it is resumed: they do not end it again
  double spent_ = 0;  // seconds, before it was resumed
  abi::Isolation saved_isolation_ = abi::Isolation::kRewind;
  std::uint32_t saved_pool_ = 0;
  std::vector<Finding> warnings_;  // of the strategy
  std::vector<Finding> strays_;  // of runs made to confirm or minimise something else
  std::shared_ptr<IsolationChoice::Run> probe_;
  PartKeeper* keeper_ = nullptr;  // this is a part of a search
  bool whole_ = true;  // and nobody else has another
  bool began_anew_ = false, abandoned_ = false;
  steady_clock::time_point next_ask_;
  ExploreResult result_;
};

}  // namespace reweave::inline explore
