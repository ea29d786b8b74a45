// What all systematic searches share: carrying a branch to the runtime and back.
//
//   - A run that did not follow its branch (the program is not repeatable there) is tried again, kRetries times, then the
//     branch is dropped and the search can no longer claim to be exhausted (docs/techniques/capp.md).
//   - A run in which a location became shared changes what a scheduling point is: the search begins anew and what was run so
//     far counts as discarded. Before it does, a few random runs look for more such locations, so that it happens rarely; they
//     are discarded as well (what fails in them is a finding all the same). Under Granularity::kRacing only a location that raced
//     changes the points (PointsChanged); a run in which one became shared is repeated, since its first accesses were not
//     recorded. Locations are remembered over restarts of the process, which forgets them: then only the run is repeated, once.
//   - Steps of the prefix are not transitions of this search (replayed_points).
//
// A search derives from this class and says which branch comes next and what a run that followed its branch leads to. Several
// branches may be out at once (parallel workers); answers come back in any order.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <set>
#include <string>

#include "explore/schedule/steps.h"
#include "explore/search/splitting.h"
#include "explore/search/strategy.h"

namespace reweave::inline search {

class SearchBase : public Strategy, public SplittingSearch {
 public:
  std::optional<Plan> Next() final;
  void Observe(const Plan& plan, const Trace& trace) final;

  bool exhausted() const final { return complete_ && out_.empty() && retry_.empty() && !HasBranch(); }
  std::uint64_t discarded() const final { return discarded_; }
  std::uint64_t replayed_points() const final { return replayed_; }
  bool last_run_counts() const final { return counts_; }
  std::uint64_t restarts() const final { return restarts_; }
  // Another strategy's run showed that these are shared: begin anew if this search did not know.
  void LocationsBecameShared(const Trace& trace);
  void PointsChanged() final {
    if (begun_) Restart();
  }
  bool Save(StateWriter& out) const final;
  bool Split(StateWriter& out) final;
  void AddCounts(const Strategy& part) final;
  bool Load(StateReader& in) final;

 protected:
  explicit SearchBase(const StrategyOptions& options) : options_(options) {}

  struct Job {
    Branch branch;
    std::uint64_t tag = 0;  // the search's own (cost, node)
    std::uint8_t flags = 0;  // abi::PlanFlags to add
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.branch, self.tag, self.flags);
    }
  };
  enum class Verdict {
    kCounts,
    kRedundant,  // repeats what was run before
    kSteered,  // only led to a better branch: discarded
    kPartial,  // was stopped on the way
    kBeginAnew,  // showed that the search was built on something that is not so
  };

  virtual void Begin() = 0;  // (again) at the empty prefix
  virtual bool HasBranch() const = 0;
  virtual std::optional<Job> NextBranch() = 0;  // nullopt: nothing now (perhaps more after the runs that are out)
  virtual Verdict Expand(const Job& job, const RunView& run, const Trace& trace) = 0;
  virtual void Lost(const Job& job) {}  // its runs did not follow the branch, and there will be no other
  // The search's own part; see Strategy::Save.
  virtual bool SaveSearch(StateWriter& out) const { return false; }
  virtual bool LoadSearch(StateReader& in) { return false; }
  // See SplittingSearch: writes what LoadSearch reads.
  virtual bool SplitSearch(StateWriter& out) { return false; }
  virtual void AddSearchCounts(const SearchBase& part) {}

  const StrategyOptions& options() const { return options_; }
  std::size_t runs_out() const { return out_.size(); }
  void GiveUpCompleteness() { complete_ = false; }
  // Whether the search also tries to run spinning threads on that are passed over. One that does not cannot know what a thread
  // does that gives up spinning after a while.
  virtual bool RunsSpinnersOn() const { return false; }
  // Steps on one path of threads that are run on. A search that would need more does not claim to be exhausted.
  static constexpr std::uint32_t kMostRunOn = 24;  // more than libstdc++ polls before it sleeps

 private:
  static constexpr int kRetries = 3;
  static constexpr std::uint32_t kProbes = 16, kMoreProbes = 8;  // after the last one that showed something new
  struct Out {
    Job job;
    Plan plan;
    int tries = 0;
    bool repeated = false;  // because of known shared locations that the process had forgotten
    bool stale = false;  // belongs to a search that was begun anew
    bool probe = false;  // a random run that looks for shared locations
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.job, self.plan, self.tries, self.repeated, self.stale, self.probe);
    }
  };
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.out_, self.retry_, self.shared_, self.runs_, self.discarded_, self.replayed_, self.restarts_, self.begun_,
            self.complete_, self.counts_, self.probes_, self.probes_left_, self.probes_out_);
  }
  bool SharingMakesPoints() const { return options_.base.granularity != abi::Granularity::kRacing; }
  bool NewlyShared();
  bool AddShared(std::uint64_t cell, std::uint8_t mask);
  void Restart();
  void Discard();
  Out TakeOut(const Plan& plan);
  Plan NextProbe();
  void ObserveProbe();

  StrategyOptions options_;
  RunView run_;
  std::list<Out> out_, retry_;
  std::set<std::uint64_t> shared_;  // bytes
  std::uint64_t runs_ = 0, discarded_ = 0, replayed_ = 0, restarts_ = 0;
  std::uint64_t probes_ = 0;  // so far: each has a seed of its own
  std::uint32_t probes_left_ = 0, probes_out_ = 0;
  bool begun_ = false, complete_ = true, counts_ = true;
};

}  // namespace reweave::inline search
