#include "cluster/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "base/file.h"
#include "base/interrupt.h"
#include "cluster/patience.h"
#include "cluster/unit.h"
#include "explore/part.h"

namespace reweave::inline cluster {

using std::chrono::milliseconds, std::chrono::steady_clock;

namespace {

constexpr milliseconds kFirstPause = milliseconds(20), kLongestPause = std::chrono::seconds(1);
constexpr milliseconds kPauseOfEach = milliseconds(10);  // of all idle workers together the store hears about 100 times a second
constexpr std::uint64_t kMostErrors = 5;  // of workers that cannot run one unit, before the search is given up
constexpr std::int64_t kMostParts = 64;  // at a time
// Asking a slow store takes at most one part in so many of a worker's time, unless that would keep the worker deaf for too long.
constexpr int kBeatShare = 100;
constexpr milliseconds kLongestBeat = std::chrono::seconds(2);

class JobWorker : private PartKeeper {
 public:
  JobWorker(WorkStore& store, std::string job, const WorkerSettings& settings)
      : store_(store), job_(std::move(job)), settings_(settings) {
    status_.id = settings.id;
    status_.node = settings.node;
  }

  Result<void> Run(const OptionsOfSpec& options_of) {
    RW_ASSIGN(const auto job, Wait([&] { return store_.FindJob(job_); }));
    if (!job)
      return Fail(ErrorCategory::kUsage, "there is no such job in the store", job_, {}, "reweave campaign status lists them");
    if (job->state != JobState::kRunning) return {};
    RW_ASSIGN(options_, options_of(job->spec));
    milliseconds pause = kFirstPause;
    while (!Interrupted()) {
      RW_ASSIGN(const auto units, Wait([&] { return store_.Lease(job_, status_.id, settings_.lease); }));
      if (!units.empty()) {
        RW_TRY(RunUnit(units[0]));
        pause = kFirstPause;
        continue;
      }
      RW_TRY(Tell("idle"));
      RW_ASSIGN(const auto status, Wait([&] { return store_.Status(job_); }));
      if (!status || status->job.state != JobState::kRunning) return {};
      if (status->open == 0 && status->leased == 0) {
        RW_ASSIGN(const bool done, Wait([&] { return store_.CompleteJob(job_, status->job.generation); }));
        if (done) return {};
      }
      std::this_thread::sleep_for(pause);
      const auto idle = std::ranges::count(status->workers, "idle", &WorkerStatus::state);
      pause = std::min(pause * 2, std::clamp(kPauseOfEach * idle, kFirstPause, kLongestPause));
    }
    status_.state = "idle";
    (void)store_.Report(job_, status_);  // what was done since it reported last; the counts of the result do not need it
    return {};
  }

 private:
  template <typename Call>
  std::invoke_result_t<Call> Wait(Call&& call) {
    return Patiently(
        settings_.patience,
        [this](const Error& error) {
          if (settings_.say) settings_.say("waiting for the store: " + error.ToString());
        },
        std::forward<Call>(call));
  }

  Result<void> Tell(const char* state) {
    status_.state = state;
    return Wait([&] { return store_.Report(job_, status_); });
  }

  Result<void> RunUnit(const WorkUnit& unit) {
    auto work = DecodeUnit(unit.work);
    if (!work) return Trouble(unit, nullptr, work.error());
    unit_ = unit;
    work_ = std::move(*work);
    counted_ = status_.schedules;
    if (work_.at_end) return Finished(true);  // the one who found that out could not say so
    began_ = next_keep_ = next_beat_ = steady_clock::now();
    next_keep_ += settings_.keep;
    RW_TRY(Tell("busy"));
    auto outcome = ExplorePart(OptionsFor(options_, work_), work_.state, *this);
    if (!outcome) return Interrupted() ? Result<void>() : Trouble(unit, &work_, outcome.error());
    RW_TRY(FlushFindings(true));
    ++status_.units;
    // What was abandoned is done again by another; if the search begins again, nothing counts that was done before.
    status_.schedules = outcome->began_anew ? 0 : counted_;
    if (!outcome->abandoned && !outcome->began_anew) status_.schedules += static_cast<std::int64_t>(outcome->schedules);
    if (outcome->abandoned) return {};
    work_.state = std::move(outcome->state);
    if (outcome->began_anew) {
      if (settings_.say) settings_.say("a location turned out to be shared: the search starts again");
      RW_TRY(Wait([&] { return store_.Restart(job_, unit_, EncodeUnit(work_)); }));
      return {};
    }
    if (outcome->stopped_by == StoppedBy::kFailure) RW_TRY(Wait([&] { return store_.EndJob(job_, JobState::kFailed); }));
    work_.at_end = outcome->at_end || outcome->stopped_by == StoppedBy::kSchedules ||
                   outcome->stopped_by == StoppedBy::kUnsupported || outcome->stopped_by == StoppedBy::kIncomplete ||
                   outcome->stopped_by == StoppedBy::kExhausted;
    return Finished(work_.at_end);
  }

  // An interrupt ends the waiting: a last try must still be made, or what was done since the last Keep is done again.
  Result<void> Finished(bool at_end) {
    work_.errors = 0;
    const std::string bytes = EncodeUnit(work_);
    RW_TRY(Wait([&] { return at_end ? store_.Finish(job_, unit_, bytes) : store_.GiveBack(job_, unit_, bytes); }));
    return {};
  }

  // A program that cannot be run here may run on another node; if nobody can, the job ends. Workers that were killed or preempted
  // do not count. `work` is null if the unit cannot be read: then nothing says how often that was so, except how often it was
  // leased.
  Result<void> Trouble(const WorkUnit& unit, UnitWork* work, const Error& error) {
    if (settings_.say) settings_.say(error.ToString());
    const std::uint64_t errors = work != nullptr ? ++work->errors : static_cast<std::uint64_t>(unit.tries);
    RW_TRY(Wait([&] { return store_.GiveBack(job_, unit, work != nullptr ? EncodeUnit(*work) : unit.work); }));
    if (errors < kMostErrors) return std::unexpected(error);
    RW_TRY(Wait([&] { return store_.AddFinding(job_, {.id = kTroubleId, .finding = error.ToString(), .schedule = {}}); }));
    RW_TRY(Wait([&] { return store_.EndJob(job_, JobState::kFailed); }));
    return std::unexpected(error);
  }

  // --- Between two runs ------------------------------------------------------------------------------------------------

  Result<void> Found(const Finding& finding) override {
    std::string schedule;  // none: there was no time to write it
    if (!finding.schedule_file.empty()) {
      RW_ASSIGN(schedule, ReadFile(finding.schedule_file, "cannot read a schedule"));
    }
    waiting_.push_back({.id = finding.id, .finding = EncodeFinding(finding), .schedule = std::move(schedule)});
    return FlushFindings(false);
  }

  Result<void> FlushFindings(bool wait) {
    while (!waiting_.empty()) {
      const auto add = [&] { return store_.AddFinding(job_, waiting_.back()); };
      const auto added = wait ? Wait(add) : add();
      if (!added) return wait ? added : Result<void>();  // the store may be back the next time
      waiting_.pop_back();
    }
    return {};
  }

  Answer Ask(RunningPart& part) override {
    const auto now = steady_clock::now();
    if (now < next_beat_) return Answer::kGoOn;
    (void)FlushFindings(false);
    const auto pulse = store_.Beat(job_, unit_, settings_.lease);
    const auto asked = steady_clock::now();
    next_beat_ = asked + std::clamp<steady_clock::duration>(kBeatShare * (asked - now), settings_.beat,
                                                            std::max(settings_.beat, kLongestBeat));
    if (!pulse) return Answer::kGoOn;  // the search goes on without the store, until something must be kept
    if (!pulse->held) return Answer::kAbandon;
    if (pulse->state != JobState::kRunning) return Answer::kStop;
    status_.schedules = counted_ + static_cast<std::int64_t>(part.schedules());
    status_.state = "busy";
    (void)store_.Report(job_, status_);
    std::vector<std::string> parts;
    const std::int64_t wanted = std::min(pulse->idle - pulse->open, kMostParts);
    if (now - began_ >= settings_.split_after)
      while (std::ssize(parts) < wanted) {
        auto state = part.Split();
        if (!state) break;
        parts.push_back(
            EncodeUnit({.seed = work_.seed, .schedules = 0, .errors = 0, .at_end = false, .state = std::move(*state)}));
      }
    if (parts.empty() && now < next_keep_) return Answer::kGoOn;
    work_.state = part.State();
    work_.errors = 0;
    const auto kept = Wait([&] { return store_.Keep(job_, unit_, EncodeUnit(work_), parts, settings_.lease); });
    next_keep_ = steady_clock::now() + settings_.keep;
    // Not kept: what was split off exists nowhere else, so this state of the search must not go on.
    if (!kept || !*kept) return Answer::kAbandon;
    return Answer::kGoOn;
  }

  WorkStore& store_;
  std::string job_;
  const WorkerSettings& settings_;
  ExploreOptions options_;
  WorkUnit unit_;
  UnitWork work_;
  WorkerStatus status_;
  std::int64_t counted_ = 0;  // schedules of the units before this one
  std::vector<WorkFinding> waiting_;
  steady_clock::time_point began_, next_beat_, next_keep_;
};

}  // namespace

Result<void> RunWorker(WorkStore& store, const std::string& job, const OptionsOfSpec& options, const WorkerSettings& settings) {
  return JobWorker(store, job, settings).Run(options);
}

}  // namespace reweave::inline cluster
