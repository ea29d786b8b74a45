// Dynamic partial-order reduction: one schedule for each class of equivalent ones (Mazurkiewicz traces).
//
// Source sets and sleep sets after Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order Reduction" (POPL 2014).
// Every class gets exactly one complete schedule. A run that turns out to repeat a class (it would have to go on with a
// sleeping thread) is not a schedule but counted in blocked(); where another thread may go on instead, the run is repeated with
// that choice.
//
// The choices that are still open form a tree. Several paths go down in it at once, each depth first, so that several runs can be
// out (-j N) and, with one worker, the program has its next plan while the last run is looked at. A path that comes to its end
// goes on from the first step of another one that has something left to try. The paths share the nodes: a race that one of them
// finds is tried by whoever comes back to that node first. Among siblings, each has those asleep that were chosen before it,
// whether these are finished or not; so one is chosen only once it is known what the one before touches. Hence the schedules are
// the same ones however many paths there are, up to which one of a class is run, and none is run needlessly.
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
// Of threads that are interchangeable, only one order of their first steps is run (search/symmetry.h). To the reduction it looks
// as if each waited for the one that was made before it. If a run shows that they may differ, the search begins anew without; so
// do searches with a bound, and parts of one that others go on with, do without from the beginning.
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

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "explore/search/bounded_search.h"
#include "explore/search/execution_order.h"
#include "explore/search/search_base.h"

namespace reweave::inline strategies {

class DporStrategy : public SearchBase {
 public:
  explicit DporStrategy(const StrategyOptions& options);

  std::string_view name() const override { return "dpor"; }
  std::uint64_t blocked() const override { return blocked_; }
  std::string progress() const override;
  int lookahead() const override;
  bool splits() const override { return !bounded(); }
  std::string left_out() const override { return LeftOutBeyond(CostModel::kPreemptions, bound_); }
  std::uint32_t interchangeable() const override { return symmetry_ ? members_ : 0; }

 private:
  struct Sleeper {
    std::uint16_t process;
    std::shared_ptr<const std::vector<Touch>> touches;  // of its next step
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.process, self.touches);
    }
  };
  // What is known about a place in the tree.
  struct Node {
    ThreadSet enabled, passed, backtrack, taken;  // of processes; passed: over, though running them could matter
    std::vector<Sleeper> sleep;  // on entering, and those that were taken, once it is known what they touch
    std::uint32_t unsettled = 0;  // taken, and not known yet
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.enabled, self.passed, self.backtrack, self.taken, self.sleep, self.unsettled);
    }
  };
  // A path's choice at a node.
  struct Choice {
    std::shared_ptr<Node> node;
    std::uint16_t chosen = 0;
    std::uint64_t outcomes_left = 0;  // of the chosen thread's operation, mask
    std::uint32_t cost = 0;  // preemptions up to and including the choice
    std::size_t asleep = 0;  // how many of node->sleep were there before
    bool settled = false;
    std::shared_ptr<std::vector<Touch>> touches;  // over all outcomes so far
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.node, self.chosen, self.outcomes_left, self.cost, self.asleep, self.settled, self.touches);
    }
  };
  struct Path {
    ExecutionOrder order;
    std::vector<Choice> choices;  // choices[i]: of step i
    std::shared_ptr<const Steps> steps;
    std::optional<Branch> steer;
    bool out = false;  // a run of it
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.order, self.choices, self.steps, self.steer, self.out);
    }
  };

  void Begin() override;
  bool HasBranch() const override {
    return fresh_ || std::ranges::any_of(paths_, [&](const Path& p) { return Busy(p); });
  }
  std::optional<Job> NextBranch() override;
  Verdict Expand(const Job& job, const RunView& run, const Trace& trace) override;
  void Lost(const Job& job) override;
  bool RunsSpinnersOn() const override { return true; }
  bool SaveSearch(StateWriter& out) const override;
  bool LoadSearch(StateReader& in) override;
  bool SplitSearch(StateWriter& out) override;
  void AddSearchCounts(const SearchBase& part) override { blocked_ += part.blocked(); }
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.paths_, self.rng_, self.fresh_, self.observed_, self.blocked_, self.floor_);
  }

  std::optional<Branch> NextOn(Path& path);
  bool TakeOver(Path& path);
  void Choose(Path& path, std::size_t at, std::uint16_t process);
  void Settle(Path& path, std::size_t at);
  bool Enter(Path& path, std::size_t at, const RunView& run);
  static bool MayDiffer(const Path& path, std::size_t at, const RunView& run);
  Verdict WithoutSymmetry();
  void FillSleep(const Path& path, Node& node, std::size_t at) const;
  bool SteerAround(Path& path, std::size_t at, const RunView& run);
  void AddRaces(Path& path, std::size_t limit);
  void AddBacktrack(Path& path, const Race& race, std::size_t limit);
  void AddInitial(Path& path, std::size_t at, const ThreadSet& initials, std::uint16_t preferred);
  void AddPassedOver(Path& path, std::size_t at, std::uint16_t process);
  static void AddConservative(Path& path, std::size_t at, std::uint16_t process);
  static ThreadSet InitialsOf(const ExecutionOrder& order, const Race& race, std::size_t limit);
  static bool CutsOff(const RunView& run, const Trace& trace);
  void FinishRun(Path& path, const RunView& run, const Trace& trace);
  std::vector<std::uint16_t> OpenAt(const Path& path, std::size_t at) const;
  static std::uint32_t CostOf(const Path& path, std::size_t at, std::uint16_t process);
  static bool Sleeps(const Node& node, std::uint16_t process);
  bool Busy(const Path& path) const { return path.out || path.steer || path.choices.size() > floor_; }
  bool bounded() const { return bound_ != kNoBound; }

  static constexpr int kMostForced = 24;  // more than libstdc++ polls before it sleeps
  static constexpr std::uint64_t kFewRuns = 64;  // before them, one path
  static constexpr int kPaths = 16;  // with one worker, later
  std::uint32_t bound_;
  bool symmetry_;
  IdentityLooker identity_;
  std::uint32_t members_ = 0;  // of groups of interchangeable threads, most in a run
  std::vector<Path> paths_;
  std::vector<Race> races_;
  Rng rng_;
  bool fresh_ = true;
  std::uint64_t observed_ = 0, blocked_ = 0;
  // A part of a search that several processes share: the choices before this step are not its own (see SplitSearch).
  std::size_t floor_ = 0;
};

}  // namespace reweave::inline strategies
