// The tested program as the explorer sees it: plans go in, one Trace a run comes out, in order, whatever happens to the
// process in between. Restarts (lost process, larger thread pool, exec isolation) are invisible except in restarts().
//
// Guarantees: every run of every submitted plan is answered by exactly one trace that ends in a RunEnd, unless the program
// turns out to be sequential (it ended before creating a thread): then one trace answers everything. If such a program forked a
// child that has threads (as test frameworks do), the child is what is run from then on. The process never outlives the Target.
// Not thread-safe; one Target a thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abi/control.h"
#include "base/result.h"
#include "explore/schedule/plan.h"
#include "explore/target/control_memory.h"
#include "explore/target/process.h"
#include "explore/target/program.h"
#include "trace/trace.h"

namespace reweave::inline target {

struct TargetOptions {
  Program program;
  abi::Isolation isolation = abi::Isolation::kRewind;
  bool fallback = false;                // after an unsupported run: go on with the next stronger isolation
  bool probing = false;
  std::uint32_t pool_threads = 16;
  std::uint32_t follow = 0;  // what is explored is the child that the program's fork of this number makes; 0 = itself
  std::uint64_t start_at = 0;  // the rewind point, in steps after the first thread's creation
  std::uint32_t gather = 0;             // in its place: a gathering at call_marks (abi::Extras)
  std::uint32_t window = 0;  // points that are varied, the rest is run by rule (abi::Extras); 0 = all
  std::optional<int> expected_status;  // of that child, from wait: its parent is content with it
  std::chrono::nanoseconds run_timeout = std::chrono::seconds(10);  // without progress
  // As by set_deadline, for every process that is made with these options, whatever for.
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
  std::uint64_t memory_limit = 0;  // bytes, 0 = none
  std::uint32_t max_processes = 64;
  std::uint32_t output_limit = 1u << 20;
  std::string stdin_path = "/dev/null";
  std::uint64_t disable = 0;  // abi::Machine bits, for tests
  std::string call_marks;               // call sites of the program to be noticed, one byte each (abi::CallMark); "" = none
  std::uint32_t preamble_record = abi::kRecordSync | abi::kRecordAccess;  // classes, before the rewind point
  std::uint32_t spin = 0;  // DefaultSpin()
  bool together = false;  // wait for all submitted runs rather than for the next one
  std::size_t keep_events = 16u << 20;  // of one run; the rest is dropped and the trace marked
  ControlSizes sizes;
};

// What the runtime is told before its first plan. The block is the beginning of a ControlMemory.
void FillSettings(const TargetOptions& options, abi::ControlBlock& block);

// Spinning pays only with one job and a second cpu to spin on.
std::uint32_t DefaultSpin(unsigned jobs);

class Target {
 public:
  enum class Status { kRun, kInterrupted };

  static Result<std::unique_ptr<Target>> Create(TargetOptions options);
  ~Target();

  // Queues a plan; published at once if there is room. One that is larger than the ring makes the ring larger, which takes a
  // new process.
  Result<void> Submit(const Plan& plan);
  // Waits for the next run of the oldest plan. kInterrupted: a signal came or the deadline passed; nothing was consumed, it
  // may be called again.
  // Errors: the process cannot be started, or its runtime speaks another ABI version.
  Result<Status> NextRun(Trace& trace);
  // From then on NextRun does not wait any more. A run in progress is cut off.
  // Never later than TargetOptions::end.
  void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  bool late() const { return std::chrono::steady_clock::now() >= std::min(deadline_, options_.end); }
  // Likewise as soon as the flag is set; it must outlive the Target. May be set by any thread.
  void set_stop(const std::atomic<bool>* stop) { stop_ = stop; }
  // Whether NextRun sleeps until all submitted runs are there, or spins for the next one. Any time between two calls.
  void WaitForAll(bool all);
  // Forgets all plans not yet answered and ends the process; the next Submit starts afresh.
  void Abandon();

  // Locations known to be shared, from the given number on. To be added only while no runs are in flight.
  std::vector<abi::SharedSlot> Shared(std::uint64_t from = 0) const { return memory_->Shared(from); }
  bool AddShared(const std::vector<abi::SharedSlot>& slots);  // false: there was no room for all
  // 8 bytes of the program's memory as they were when its runs began; none: this isolation level does not keep them, or the
  // process is gone.
  std::optional<std::uint64_t> WordAtStart(std::uint64_t address) const;

  // Locations that raced: scheduling points of Granularity::kRacing, for the plans that are submitted from now on.
  void AddRacing(std::span<const abi::SharedSlot> slots) { racing_.insert(racing_.end(), slots.begin(), slots.end()); }

  std::size_t runs_in_flight() const { return in_flight_; }
  const TargetOptions& options() const {
    return options_;
  }  // isolation, pool_threads, follow and expected_status as they are now
  abi::Isolation isolation() const { return options_.isolation; }
  std::uint32_t seen() const { return seen_; }
  abi::Lasting lasting() const { return lasting_; }
  std::uint32_t machine() const { return machine_; }
  std::uint64_t restarts() const { return restarts_; }
  // Where the last process came to call_marks that gather, in steps (abi::kMostMarkSteps), and how often several threads met.
  std::vector<std::uint64_t> MarkSteps() const;
  std::uint32_t Gatherings() const;
  // What a user should know happened ("went on with fork isolation: ..."); cleared by taking it.
  std::vector<std::string> TakeNotes() { return std::exchange(notes_, {}); }

 private:
  struct Pending {
    Plan plan;
    std::uint32_t id;
    std::uint32_t done = 0;
    bool published = false;
    std::size_t racing = 0;  // how many of racing_ were known when it was submitted
  };
  enum class Progress { kRunEnd, kDied, kDamaged, kTimedOut, kInterrupted };

  explicit Target(TargetOptions options) : options_(std::move(options)) {}
  Result<void> StartProcess();
  void StopProcess();
  void PublishQueue();
  Result<void> GrowPlanRing(std::size_t bytes);
  Progress PullRun(Trace& trace);
  bool EndPreamble(Trace& trace);
  bool TimeIsUp();
  bool ToldToStop() const;
  void Synthesize(Trace& trace, Progress why);
  void FinishRun();
  Result<bool> Retry(const Trace& trace);
  bool FollowsChild(const Trace& trace);
  void ExcuseExpectedEnd(Trace& trace) const;

  TargetOptions options_;
  std::unique_ptr<ControlMemory> memory_;
  std::unique_ptr<Process> process_;
  std::shared_ptr<const Preamble> preamble_;
  std::deque<Pending> queue_;
  std::size_t in_flight_ = 0;
  std::vector<abi::SharedSlot> racing_;
  std::size_t racing_sent_ = 0;  // to this process
  std::uint32_t next_id_ = 1;
  std::uint32_t seen_ = 0, machine_ = 0;
  abi::Lasting lasting_ = abi::Lasting::kNone;
  std::uint64_t restarts_ = 0;
  bool in_preamble_ = true;
  std::size_t preamble_seen_ = 0;  // events of the preamble that were looked at
  std::uint64_t last_progress_ = 0;
  std::chrono::steady_clock::time_point last_change_;
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop_ = nullptr;
  bool asked_to_stop_ = false;  // SIGXCPU was sent
  std::chrono::steady_clock::time_point asked_at_;
  // What the process had used of the processor when it last made progress.
  std::chrono::steady_clock::time_point used_since_;
  std::chrono::nanoseconds used_{0};
  std::vector<std::string> notes_;
};

}  // namespace reweave::inline target
