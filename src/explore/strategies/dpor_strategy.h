// Dynamic partial-order reduction: one schedule for each class of equivalent ones (Mazurkiewicz traces).
//
// Source sets and sleep sets after Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order Reduction" (POPL 2014).
// Every class gets exactly one complete schedule. A run that turns out to repeat a class (it would have to go on with a
// sleeping thread) is not a schedule but counted in blocked(); where another thread may go on instead, the run is repeated with
// that choice. Runs are depth first.
//
// Blocking operations compete with those who took the object before, not with those who released it; an operation that is
// still blocked at the end of a run (deadlock) races like one that was executed. A step that ends the run (failure, exit) while
// others could go on is moved behind each of them.
//
// Threads that are passed over (yielded, spinning) are not run by themselves before another thread made a step or changed
// something, here as in every strategy. Where a reversal needs one, it is run all the same, unless it only repeats itself; after
// kMostForced times on one path the search goes on without, and does not say that it is exhausted. Nor does it where operations
// have time limits.
//
// A search can be split (splitting.h): one part keeps the choice that it is at, at its first step that is its own, and the other
// part gets every other thread that can run there, with that choice asleep. So no part needs to hear of races that another part
// finds with that step: all that a race could ask for is tried. What is tried needlessly ends asleep, and is no schedule. Each
// class still has exactly one complete schedule; only blocked() depends on how a search was split.
//
// With a preemption bound the reduction follows Coons, Musuvathi, McKinley, "Bounded Partial-Order Reduction" (OOPSLA 2013):
// next to each backtracking point a second one at the start of the thread's uninterrupted block, and no sleep sets. This
// covers every class that has a schedule within the bound, some of them more than once.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explore/search/execution_order.h"
#include "explore/search/search_base.h"

namespace reweave::inline strategies {

class DporStrategy : public SearchBase {
 public:
  explicit DporStrategy(const StrategyOptions& options);

  std::string_view name() const override { return "dpor"; }
  std::uint64_t blocked() const override { return blocked_; }
  std::string progress() const override;
  bool splits() const override { return !bounded(); }

 private:
  struct Sleeper {
    std::uint16_t process;
    std::shared_ptr<const std::vector<Touch>> touches;   // of its next step
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.process, self.touches);
    }
  };
  struct Node {
    std::uint16_t chosen = 0;
    std::uint64_t outcomes_left = 0;    // of the chosen thread's operation, mask
    std::uint32_t cost = 0;             // preemptions up to and including the choice
    ThreadSet enabled, passed, backtrack, done; // of processes; passed: over, though running them could matter
    std::vector<Sleeper> sleep;         // on entering; `done` ones are added as they are done
    std::shared_ptr<std::vector<Touch>> chosen_touches;  // over all its outcomes so far
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.chosen, self.outcomes_left, self.cost, self.enabled, self.passed, self.backtrack, self.done, self.sleep,
              self.chosen_touches);
    }
  };

  void Begin() override;
  bool HasBranch() const override { return fresh_ || steer_ || nodes_.size() > floor_; }
  std::optional<Job> NextBranch() override;
  Verdict Expand(const Job& job, const RunView& run, const Trace& trace) override;
  bool RunsSpinnersOn() const override { return true; }
  bool SaveSearch(StateWriter& out) const override;
  bool LoadSearch(StateReader& in) override;
  bool SplitSearch(StateWriter& out) override;
  void AddSearchCounts(const SearchBase& part) override { blocked_ += part.blocked(); }
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.order_, self.nodes_, self.steps_, self.steer_, self.rng_, self.fresh_, self.blocked_, self.floor_);
  }

  bool Enter(std::size_t at, const RunView& run);
  void FillSleep(Node& node, std::size_t at) const;
  bool SteerAround(std::size_t at, const RunView& run);
  void AddRaces(std::size_t limit);
  void AddBacktrack(const Race& race, std::size_t limit);
  void AddInitial(Node& node, std::size_t at, const ThreadSet& initials, std::uint16_t preferred);
  void AddPassedOver(Node& node, std::size_t at, std::uint16_t process);
  void AddConservative(std::size_t at, std::uint16_t process);
  ThreadSet InitialsOf(const Race& race, std::size_t limit) const;
  void FinishRun(const RunView& run, const Trace& trace);
  void MarkDone(Node& node, std::size_t at);
  std::optional<std::uint16_t> NextOf(const Node& node, std::size_t at);
  std::uint32_t CostOf(std::size_t at, std::uint16_t process) const;
  static bool Sleeps(const Node& node, std::uint16_t process);
  bool bounded() const { return bound_ != kUnbounded; }

  static constexpr int kMostForced = 24;   // more than libstdc++ polls before it sleeps
  static constexpr std::uint32_t kUnbounded = 0xffffffffu;
  std::uint32_t bound_;
  ExecutionOrder order_;
  std::vector<Node> nodes_;           // nodes_[i]: the choice of step i
  std::shared_ptr<const Steps> steps_;
  std::optional<Branch> steer_;
  std::vector<Race> races_;
  Rng rng_;
  bool fresh_ = true;
  std::uint64_t blocked_ = 0;
  // A part of a search that several processes share: the choices before this step are not its own (see SplitSearch).
  std::size_t floor_ = 0;
};

}  // namespace reweave::inline strategies
