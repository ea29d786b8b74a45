// One target process and the thread that feeds it: takes plans, brings back runs with what each shows by itself.
//
// With one worker every run is handed over as soon as it is there, so that the strategy learns from it before the next plan.
// With several, a worker takes some plans, sleeps until all of them were run, and hands over all answers at once: on a busy
// machine the switches between the two processes cost more than a run. Its Target is used by one thread at a time; `plans` and
// `answers` belong to whoever holds the explorer's lock, except between Take and Run's return.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "explore/collect/run_facts.h"
#include "explore/schedule/plan.h"
#include "explore/target/target.h"

namespace reweave::inline explore {

struct Assignment {
  Plan plan;
  std::uint32_t done = 0;  // runs accounted for
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.plan, self.done);
  }
};

struct Answer {
  Trace trace;
  RunFacts facts;
};

// Runs a worker hands over at once, if there are several.
constexpr std::size_t kTogether = 16;

class Worker {
 public:
  // together: runs that are handed over at once, at most.
  Worker(std::unique_ptr<Target> target, bool analyse, std::size_t together)
      : target_(std::move(target)), analyse_(analyse), together_(together) {}

  // How it works from now on: with others beside it, or alone (together 1).
  void SetTogether(std::size_t together);

  Target& target() { return *target_; }
  const Target& target() const { return *target_; }
  const RunAnalyser& analyser() const { return analyser_; }
  std::deque<Assignment>& plans() { return plans_; }
  const std::deque<Assignment>& plans() const { return plans_; }

  // To be run: the rest of the plan, but no more than `most` runs of it. What then is left stays in plans().
  void Take(Assignment assignment, std::uint32_t most);
  bool idle() const { return taken_.empty() && target_->runs_in_flight() == 0; }
  // How many plans to take now: none while some are out and runs are answered together.
  std::size_t room(std::size_t lookahead) const;
  Result<void> Submit();  // what was taken
  // Submits and waits for runs: at least one unless interrupted. Called without the lock.
  Result<Target::Status> Run();
  // Runs of the oldest plans, in order; valid until the next Run.
  std::size_t answered() const { return answered_; }
  const Answer& answer(std::size_t i) const { return answers_[i]; }
  // With one worker a run is looked at by itself only when this is called: the next plan may be under way by then.
  void AnalyseNow(std::size_t i);

  // Locations that other workers found to be shared. Only while the worker is idle: its process must not be in a run.
  void LearnShared(const std::vector<abi::SharedSlot>& all);
  // Locations that raced in anybody's run: points of the plans that are taken from now on.
  void LearnRacing(const std::vector<abi::SharedSlot>& all);
  std::uint64_t runs = 0;  // accounted for

 private:
  std::unique_ptr<Target> target_;
  bool analyse_;
  std::size_t together_, share_ = 1;
  RunAnalyser analyser_;
  std::deque<Assignment> plans_;
  std::vector<Plan> taken_;
  std::vector<Answer> answers_;
  std::size_t answered_ = 0, learnt_ = 0, learnt_racing_ = 0;
};

}  // namespace reweave::inline explore
