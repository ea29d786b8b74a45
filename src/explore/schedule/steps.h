// The decisions of one run, as systematic searches need them: who was chosen at each scheduling point, who could have been,
// and the plan that makes a run begin the same way and then choose otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "abi/control.h"
#include "explore/schedule/plan.h"
#include "trace/trace.h"

namespace reweave::inline schedule {

// One scheduling point that was executed. Compact, because searches keep the steps of every run that still has open ends.
struct Step {
  std::uint32_t ordinal = 0;
  std::uint32_t site = 0;
  std::uint16_t tid = 0;
  abi::EventKind kind = abi::EventKind::kNone;
  std::uint8_t outcome = 0;
  // The thread's next point, executed later in this run or pending at its end; kUntilEnd: the thread ended after this step.
  std::uint32_t until = abi::kUntilEnd;
  std::uint32_t until_site = 0;                        // 0 and kNone where they are not certain beforehand
  abi::EventKind until_kind = abi::EventKind::kNone;
  bool chose_outcome = false;                          // there were several outcomes; `outcome` is the one taken

  // Same operation at the same place, whatever comes later.
  bool SameAs(const Step& other) const {
    return tid == other.tid && ordinal == other.ordinal && kind == other.kind && site == other.site && outcome == other.outcome;
  }
};
using Steps = std::vector<Step>;

// What a run did, decoded in one pass. A RunView is a buffer: Build() again keeps its memory.
class RunView {
 public:
  void Build(const Trace& trace);

  const Steps& steps() const { return steps_; }
  std::size_t size() const { return steps_.size(); }
  const Step& step(std::size_t i) const { return steps_[i]; }
  // Who could have run instead of step i (its own thread included); who was passed over (yielded or spinning) although running
  // it might show something new.
  const ThreadSet& enabled(std::size_t i) const { return enabled_[i]; }
  const ThreadSet& passed_over(std::size_t i) const { return passed_over_[i]; }
  const ThreadSet& enabled_at_end() const { return enabled_at_end_; }       // of a run that was stopped at a checkpoint
  const ThreadSet& passed_over_at_end() const { return passed_over_at_end_; }  // likewise
  std::uint64_t state_key(int half) const { return state_key_[half]; }      // likewise
  std::uint64_t outcomes(std::size_t i) const { return outcomes_[i]; }   // mask, 0 = only one
  std::size_t event_index(std::size_t i) const { return event_index_[i]; }  // into Trace::events

  // The pending operation of `tid` when step i was chosen: the index of the step that executed it later, or size() + k where
  // k indexes pending(); kNoStep if the run does not tell.
  static constexpr std::size_t kNoStep = ~std::size_t{0};
  std::size_t PendingStep(std::size_t i, std::uint16_t tid) const;
  const std::vector<abi::Event>& pending() const { return pending_; }    // Pending records of the end of the run

  const std::vector<SharedLocation>& shared() const { return shared_; }  // became shared in this run
  // A thread that spins was passed over although it does not repeat itself exactly: it may leave its loop by itself.
  bool passed_over_spinner() const { return passed_over_spinner_; }
  bool ended(std::uint16_t tid) const { return ended_.contains(tid); }

 private:
  void Link();  // fills in until*
  void IndexThreads() const;

  Steps steps_;
  std::vector<ThreadSet> enabled_, passed_over_;
  std::vector<std::uint64_t> outcomes_, open_outcomes_;
  std::vector<std::size_t> event_index_;
  std::vector<abi::Event> pending_;
  std::vector<SharedLocation> shared_;
  mutable std::vector<std::vector<std::uint32_t>> steps_of_;  // by thread, ascending; made when PendingStep first asks
  mutable bool threads_indexed_ = false;
  ThreadSet ended_, enabled_at_end_, passed_over_at_end_;
  std::uint64_t state_key_[2] = {};
  bool passed_over_spinner_ = false;
};

// A place in a run where another choice is to be made: the first `at` steps of `steps`, then thread `tid` (with this outcome of
// its operation, if one is given), then the tail policy.
struct Branch {
  std::shared_ptr<const Steps> steps;   // null: nothing is prescribed, at = 0
  std::uint32_t at = 0;
  std::uint16_t tid = 0;
  std::int16_t outcome = kAnyOutcome;
  static constexpr std::int16_t kAnyOutcome = -1;
};

// Segments and outcomes of `plan` are replaced. `ordinal` of the branching operation is taken from the thread's last step
// before `at`; a thread without one is at its first step.
void SetPrefix(Plan& plan, const Branch& branch);
// Whether a run followed the branch: same steps before it, the wanted thread at it.
bool Follows(const RunView& run, const Branch& branch);

// Switches away from a thread that could have gone on. The last thread's own yield, spinning or waiting with a time limit is
// no preemption (docs: docs/techniques/capp.md); the latter is visible only in runs whose tail stays on the thread, so this
// counts an upper bound otherwise.
std::uint64_t Preemptions(const RunView& run);

}  // namespace reweave::inline schedule
