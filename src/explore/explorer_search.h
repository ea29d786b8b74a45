// One search: its strategy, its workers, and the loop between them. In five files: what comes before the first schedule
// (explorer_begin.cc), the loop (explorer.cc), saving and going on (explorer_saved.cc), parts that several processes run
// (explorer_part.cc), the result (explorer_end.cc). What runs show is kept by others: failures by FindingKeeper, what detectors
// see by Detection; Finishing makes schedules shorter and replays them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "explore/detection.h"
#include "explore/explorer.h"
#include "explore/finding_keeper.h"
#include "explore/part.h"
#include "explore/resume_file.h"
#include "explore/schedule_room.h"
#include "explore/search/wrappers.h"
#include "explore/target/isolation.h"
#include "explore/worker.h"

namespace reweave::inline explore {

// Bytes of memory that have a property, in the order in which that became known.
class Locations {
 public:
  // True: some were not known.
  bool Add(const std::vector<abi::SharedSlot>& slots);
  const std::vector<abi::SharedSlot>& list() const { return list_; }
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.list_);
  }
  void Reindex();  // after the list was loaded

 private:
  std::vector<abi::SharedSlot> list_;
  std::unordered_map<std::uint64_t, std::uint64_t> masks_;
};

class Explorer : private RunningPart {
 public:
  explicit Explorer(const ExploreOptions& options);

  Result<ExploreResult> Run();
  // See part.h.
  Result<PartOutcome> RunPart(const std::string& state, PartKeeper& keeper);
  Result<ExploreResult> Finish(const std::vector<std::string>& states, const PartsEnd& end);

 private:
  using steady_clock = std::chrono::steady_clock;

  struct Counts {
    std::uint64_t runs = 0, probes = 0;  // probes: those of the runs that chose the isolation level
    std::uint64_t schedules = 0, restarts = 0, points = 0, unsupported_runs = 0;
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.runs, self.probes, self.schedules, self.restarts, self.points, self.unsupported_runs);
    }
  };
  // Of the search so far, when it goes on from a saved state.
  struct Resumed {
    bool is = false;
    double spent = 0;  // seconds
    abi::Isolation isolation = abi::Isolation::kRewind;
    std::uint32_t pool = 0;
  };
  struct Part {
    PartKeeper* keeper = nullptr;  // null: this is no part of a search
    bool whole = true;             // nobody else has another
    bool began_anew = false, abandoned = false;
    std::uint64_t had = 0;  // schedules that were made before it came here
    steady_clock::time_point next_ask;
  };

  Result<void> SetUp();
  Result<ExploreResult> End();
  Result<void> SetUpStrategy();
  Plan Base() const;  // of every plan of the search
  void WrapStrategy();
  Result<void> SetUpDetection();
  Result<void> SetUpTargets();
  Result<void> AccountProbe();

  // --- The loop: what follows is called with the lock, except where a worker runs its plans ----------------------------
  Result<void> Search();
  Result<void> Work(Worker& worker);
  bool OneWorker() const { return workers_.size() == 1 || alone_.is; }
  void AskWhetherAlone(steady_clock::duration waited);
  void TakePlans(Worker& worker);
  std::uint64_t SchedulesLeft() const;
  bool Count();
  Result<void> Account(Worker& worker, std::size_t index);
  void ShareLocations(const Worker& worker, const Trace& trace);
  void TakeRacing(const std::vector<abi::SharedSlot>& racing, const Trace& trace);
  static constexpr auto kNoLimit = std::chrono::nanoseconds::max();
  std::chrono::nanoseconds FullTime() const;
  std::chrono::nanoseconds TimeLimit() const;
  steady_clock::time_point Latest() const;
  void CheckBudget(Worker& worker);
  void Stop(StoppedBy reason);
  TargetOptions SettledOptions() const;
  void Say(const std::string& text) const {
    if (options_.message) options_.message(text);
  }

  // --- What runs show --------------------------------------------------------------------------------------------------
  void NoteUnsupported(const Trace& trace);
  void NoteCut(const Trace& trace);
  void StopAtNewKinds();
  Result<void> Keep(const ObservedRun& run);
  Result<void> KeepMisuse(const ObservedRun& run, std::optional<std::size_t> event);
  Result<void> Recover();
  ObservedRun Seen(const Trace& trace, const Plan& plan, bool counts) const {
    return {trace, plan, counts ? counts_.schedules : 0, counts_.runs};
  }
  Result<std::vector<std::string>> WriteSchedules(const Trace& trace, const Plan& plan, const std::vector<ScheduleFor>& wanted);

  // --- Resuming --------------------------------------------------------------------------------------------------------
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.counts_, self.result_.diverged, self.result_.unsupported, self.result_.cut_runs, self.result_.cut,
            self.findings_, self.shared_, self.racing_);
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
  std::uint64_t schedules() const override { return counts_.schedules - std::min(part_.had, counts_.schedules); }
  std::uint64_t runs() const override { return counts_.runs; }
  std::uint64_t patterns() const override;
  std::string State() const override;
  std::optional<std::string> Split() override;
  Result<void> LoadPart(const std::string& state);
  void Absorb(Explorer& part);
  void AskKeeper();

  // --- At the end ------------------------------------------------------------------------------------------------------
  void FillResult(bool interrupted);
  void LeaveOutSignals();
  detect::Caveats AllCaveats() const;
  void AddCaveats();

  const ExploreOptions& options_;
  TargetOptions target_options_;
  bool passes_misuse_ = false;  // abi::kPlanPassMisuse: KeepMisuse takes in what runs show of it
  std::unique_ptr<Strategy> strategy_;
  const DeterminismCheck* determinism_ = nullptr;  // held by strategy_, like the next
  const DistinctRuns* distinct_ = nullptr;
  abi::Granularity granularity_ = abi::Granularity::kShared;
  unsigned jobs_ = 1;
  std::vector<std::unique_ptr<Worker>> workers_;
  // Several workers may be used, but one alone already uses both the processor of its program and the explorer's. The others
  // begin when the explorer turns out to wait for runs most of the time.
  struct {
    bool is = false, asked = false;
    steady_clock::time_point since;
    steady_clock::duration waited{};
  } alone_;
  std::mutex mutex_;  // guards everything below while several workers run
  std::condition_variable changed_;  // stopped_, in_flight_, or the strategy may have more
  std::atomic<bool> stop_now_ = false;
  Worker* current_ = nullptr;  // whose run is being accounted for
  Locations shared_, racing_;  // racing: what is a point with Granularity::kRacing
  SiteNames names_;
  FindingKeeper findings_;
  std::map<std::pair<std::uint32_t, std::string>, std::string> misuses_;  // findings made of them, by site and message
  std::unique_ptr<Detection> detection_;
  ScheduleRoom room_;
  std::string out_dir_;
  Counts counts_;
  std::uint64_t in_flight_ = 0, depth_ = 0;
  bool out_of_plans_ = false, stopped_ = false, schedules_used_ = false;
  bool found_ = false;  // a run failed, or showed a race
  bool waits_ = false;  // threads waited for condition variables
  std::uint32_t seen_ = 0;  // abi::Seen, of all workers
  steady_clock::time_point start_, last_end_, last_status_;
  std::deque<Assignment> open_;  // were out when the search was saved
  Resumed resumed_;
  steady_clock::time_point next_save_;
  std::shared_ptr<IsolationChoice::Run> probe_;
  bool probe_was_late_ = false;  // it had no end by the time limit
  Part part_;
  ExploreResult result_;
};

}  // namespace reweave::inline explore
