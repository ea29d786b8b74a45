#include "cluster/shared_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/interrupt.h"
#include "cluster/patience.h"
#include "cluster/unit.h"
#include "cluster/worker.h"
#include "explore/part.h"

namespace reweave::inline cluster {

using std::chrono::milliseconds, std::chrono::seconds, std::chrono::steady_clock;

namespace {

constexpr auto kLookEvery = milliseconds(100), kCountWorkersEvery = milliseconds(1000);
constexpr auto kSayThatItWaits = seconds(30);
constexpr auto kGiveBackTime = seconds(15);  // for the workers of a job that was ended

class SharedSearch {
 public:
  SharedSearch(const ExploreOptions& options, const SharedOptions& shared, WorkStore& store, Launcher& launcher)
      : options_(options), shared_(shared), store_(store), launcher_(launcher) {}

  Result<SharedResult> Run() {
    RW_ASSIGN(const bool to_do, Submit());
    if (to_do) {
      if (const auto started = launcher_.Start(); !started) {
        // Nobody works on it, so nobody should read that it is running. Of one that was under way others still may.
        if (fresh_) (void)store_.EndJob(shared_.job, JobState::kStopped);
        return std::unexpected(started.error());
      }
      Say(launcher_.Where());
      RW_ASSIGN(const bool ended, WaitForEnd());
      if (!ended) return SharedResult{.result = {}, .left_running = true};
      RW_TRY(WaitForWorkers());
      launcher_.Stop();
    }
    RW_ASSIGN(ExploreResult result, ResultOf(options_, shared_.job, store_));
    if (stopped_by_) result.stopped_by = *stopped_by_;
    return SharedResult{.result = std::move(result), .left_running = false};
  }

 private:
  void Say(const std::string& text) const {
    if (options_.message) options_.message(text);
  }
  template <typename Call>
  std::invoke_result_t<Call> Wait(Call&& call) {
    return Patiently(
        shared_.patience, [this](const Error& error) { Say("waiting for the store: " + error.ToString()); },
        std::forward<Call>(call));
  }

  // False: it has been done before.
  Result<bool> Submit() {
    RW_ASSIGN(const auto units, FirstUnits(options_, shared_.tasks));
    RW_ASSIGN(const bool fresh,
              Wait([&] { return store_.PutJob({.id = shared_.job, .name = shared_.name, .spec = shared_.spec}, units); }));
    fresh_ = fresh;
    if (fresh) return true;
    RW_ASSIGN(const auto known, Wait([&] { return store_.FindJob(shared_.job); }));
    if (known && known->state == JobState::kStopped) {
      Say("going on with a search that was stopped");
      RW_TRY(Wait([&] { return store_.ReopenJob(shared_.job); }));
      fresh_ = true;
      return true;
    }
    const bool running = known && known->state == JobState::kRunning;
    Say(running ? "this search is under way: its result is waited for, with more workers (--again begins a new one)"
                : "the same search was made before: its result is shown, nothing was run (--again repeats it)");
    return running;
  }

  // True: the job has ended. False: it goes on, and we do not wait for it.
  Result<bool> WaitForEnd() {
    const auto asked = steady_clock::now();
    std::optional<steady_clock::time_point> start;  // none: all workers are in a queue, and that is not the search's time
    auto next_count = asked + kCountWorkersEvery;
    for (;;) {
      RW_ASSIGN(const auto status, Wait([&] { return store_.Status(shared_.job); }));
      if (!status) return Fail(ErrorCategory::kUsage, "the search was removed from the store", shared_.job);
      RW_TRY(TakeFindings());
      if (status->job.state != JobState::kRunning) return true;
      if (status->open == 0 && status->leased == 0) {
        RW_ASSIGN(const bool done, Wait([&] { return store_.CompleteJob(shared_.job, status->job.generation); }));
        if (done) return true;
      }
      Show(*status);
      if (!start && Begun(*status)) start = steady_clock::now();
      if (!start) SayThatItWaits(asked);
      const double spent = start ? std::chrono::duration<double>(steady_clock::now() - *start).count() : 0;
      if (Interrupted()) {
        if (launcher_.outlives() && shared_.on_interrupt && !shared_.on_interrupt()) return false;
        RW_TRY(End(JobState::kStopped, StoppedBy::kInterrupted));
        return true;
      }
      if (OverTime(spent) || OverSchedules(*status)) {
        RW_TRY(End(JobState::kStopped, OverTime(spent) ? StoppedBy::kTime : StoppedBy::kSchedules));
        return true;
      }
      if (steady_clock::now() >= next_count) {
        next_count = steady_clock::now() + kCountWorkersEvery;
        const auto running = launcher_.Running();
        if (running && *running == 0) RW_TRY(Relaunch());
      }
      std::this_thread::sleep_for(kLookEvery);
    }
  }

  // A worker has said something since we looked for the first time.
  bool Begun(const JobStatus& status) {
    if (first_look_ == 0) first_look_ = status.now;
    const auto since = [this](const WorkerStatus& worker) { return worker.seen >= first_look_; };
    return status.leased > 0 || std::ranges::any_of(status.workers, since);
  }
  void SayThatItWaits(steady_clock::time_point asked) {
    if (said_that_it_waits_ || steady_clock::now() - asked < kSayThatItWaits) return;
    said_that_it_waits_ = true;
    Say(fmt::format("no worker has begun yet: {} (--time counts from the first one)", launcher_.Where()));
  }

  // All workers are gone and the job is not done: their time limit, a node that failed, or they cannot work here.
  Result<void> Relaunch() {
    RW_ASSIGN(const auto status, Wait([&] { return store_.Status(shared_.job); }));
    if (!status || status->job.state != JobState::kRunning || (status->open == 0 && status->leased == 0)) return {};
    std::int64_t units = 0;
    for (const WorkerStatus& worker : status->workers) units += worker.units;
    idle_launches_ = units > units_before_ ? 0 : idle_launches_ + 1;
    units_before_ = units;
    if (idle_launches_ >= 3) {
      RW_TRY(End(JobState::kStopped, StoppedBy::kIncomplete));
      return Fail(ErrorCategory::kTarget, "no worker can do anything", launcher_.Where(), {}, "their logs say why");
    }
    Say("all workers have ended before the search has: they are started again");
    return launcher_.Start();
  }

  Result<void> End(JobState state, StoppedBy reason) {
    stopped_by_ = reason;
    const bool interrupted = Interrupted();
    if (interrupted) ClearInterrupt();
    return Wait([&] { return store_.EndJob(shared_.job, state); });
  }

  // What they did since they kept it last is in what they give back.
  Result<void> WaitForWorkers() {
    const auto end = steady_clock::now() + kGiveBackTime;
    for (;;) {
      RW_ASSIGN(const auto status, Wait([&] { return store_.Status(shared_.job); }));
      if (!status || status->leased == 0 || steady_clock::now() >= end || Interrupted()) break;
      std::this_thread::sleep_for(kLookEvery);
    }
    return TakeFindings();
  }

  bool OverTime(double spent) const {
    const bool limited = options_.time || !options_.schedules;
    return limited && spent >= std::chrono::duration<double>(options_.time.value_or(seconds(60))).count();
  }
  // Units with a share of their own end by themselves.
  bool OverSchedules(const JobStatus& status) const {
    std::int64_t all = 0;
    for (const WorkerStatus& worker : status.workers) all += worker.schedules;
    return options_.schedules && all > 0 && static_cast<std::uint64_t>(all) >= *options_.schedules;
  }

  Result<void> TakeFindings() {
    RW_ASSIGN(const auto found, Wait([&] { return store_.Findings(shared_.job, known_); }));
    for (const WorkFinding& row : found) {
      known_.push_back(row.id);
      if (row.id == kTroubleId) continue;
      RW_ASSIGN(const Finding finding, DecodeFinding(row.finding));
      Say(fmt::format("found: {}: {}", Name(finding.kind), finding.message));
    }
    return {};
  }

  void Show(const JobStatus& status) const {
    if (!shared_.status) return;
    SharedStatus shown{.job = status,
                       .schedules = 0,
                       .findings = known_.size(),
                       .seconds = static_cast<double>(status.now - status.job.created) / 1000};
    for (const WorkerStatus& worker : status.workers) shown.schedules += static_cast<std::uint64_t>(worker.schedules);
    shared_.status(shown);
  }

  const ExploreOptions& options_;
  const SharedOptions& shared_;
  WorkStore& store_;
  Launcher& launcher_;
  std::vector<std::string> known_;
  std::optional<StoppedBy> stopped_by_;
  bool fresh_ = false;           // nobody else works on it yet
  std::int64_t first_look_ = 0;  // the store's clock
  bool said_that_it_waits_ = false;
  int idle_launches_ = 0;
  std::int64_t units_before_ = 0;
};

}  // namespace

Result<SharedResult> ExploreShared(const ExploreOptions& options, const SharedOptions& shared, WorkStore& store,
                                   Launcher& launcher) {
  return SharedSearch(options, shared, store, launcher).Run();
}

Result<ExploreResult> ResultOf(const ExploreOptions& options, const std::string& job, WorkStore& store) {
  RW_ASSIGN(const auto status, store.Status(job));
  if (!status) return Fail(ErrorCategory::kUsage, "there is no such search in the store", job);
  // Findings first: their schedules must be where the states say.
  RW_ASSIGN(const std::string out_dir, PrepareOutDir(options.out_dir));
  RW_ASSIGN(const auto found, store.Findings(job, {}));
  for (const WorkFinding& row : found) {
    if (row.id == kTroubleId) return Fail(ErrorCategory::kTarget, "no worker could run the program", {}, row.finding);
    RW_ASSIGN(const Finding finding, DecodeFinding(row.finding));
    if (row.schedule.empty()) continue;
    const std::string path = out_dir + "/" + std::filesystem::path(finding.schedule_file).filename().string();
    RW_TRY(WriteFile(path, row.schedule, "cannot write a schedule"));
  }
  std::vector<std::string> states;
  bool all = true, any_end = false;
  RW_TRY(store.ForEachUnit(job, [&](std::string work, bool) -> Result<void> {
    RW_ASSIGN(UnitWork unit, DecodeUnit(work));
    all = all && unit.at_end;
    any_end = any_end || unit.at_end;
    // One that is at its end first: the search that the others are added to has none of their work left to do.
    if (!unit.state.empty()) states.insert(unit.at_end ? states.begin() : states.end(), std::move(unit.state));
    return {};
  }));
  if (states.empty()) return Fail(ErrorCategory::kTarget, "the search was ended before it ran anything", job);
  const double spent = static_cast<double>(status->job.used - status->job.created) / 1000;
  StoppedBy reason = StoppedBy::kTime;
  if (status->job.state == JobState::kFailed) reason = StoppedBy::kFailure;
  else if (all) reason = StoppedBy::kExhausted;
  RW_ASSIGN(ExploreResult result, FinishParts(options, states, {.stopped_by = reason, .seconds = spent}));
  // By its name (campaign stop): whoever stopped it for another reason knows which.
  if (status->job.state == JobState::kStopped && reason == StoppedBy::kTime) result.stopped_by = StoppedBy::kInterrupted;
  return result;
}

}  // namespace reweave::inline cluster
