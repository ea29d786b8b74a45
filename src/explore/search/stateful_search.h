// Search over states (docs/techniques/capp.md): each transition (state, thread) is run once, a state that was seen before is not
// expanded again. Depth first or breadth first, ascending thread id inside a state, unbounded.
//
// A state is reached by re-executing its prefix, and told from others by
//   memory  the runtime's key of memory, stacks, locks and pending operations: merges most
//   order   the partial order of all dependent steps so far: never merges wrongly, and merges only equivalent prefixes
// A state that leads back to itself means that the program need not end: such a program is not said to be searched completely.
// Runs stop at the state they were sent to; the ones that end by themselves are the search's complete schedules.
#pragma once

#include <memory>
#include <unordered_map>

#include "explore/search/execution_order.h"
#include "explore/search/frontier.h"
#include "explore/search/partition.h"
#include "explore/search/search_base.h"

namespace reweave::inline search {

class StatefulSearch : public SearchBase {
 public:
  StatefulSearch(std::string_view name, const StrategyOptions& options, bool breadth_first,
                 std::unique_ptr<Partition> partition = nullptr);

  std::string_view name() const override { return name_; }
  std::string progress() const override;
  int lookahead() const override { return options().jobs; }
  std::optional<StateCounts> state_counts() const override;

 private:
  struct Key {
    std::uint64_t a, b;
    friend bool operator==(const Key&, const Key&) = default;
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.a, self.b);
    }
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.a ^ key.b * 0x9e3779b97f4a7c15ull; }
  };

  void Begin() override;
  bool RunsSpinnersOn() const override { return true; }
  bool HasBranch() const override { return !frontier_.empty(); }
  std::optional<Job> NextBranch() override;
  Verdict Expand(const Job& job, const RunView& run, const Trace& trace) override;
  bool SaveSearch(StateWriter& out) const override;
  bool LoadSearch(StateReader& in) override;
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.frontier_, self.rng_, self.seen_, self.edges_, self.states_, self.revisited_);
  }
  Key KeyOf(const RunView& run, const Trace& trace);
  void PushOutcomes(const Job& job, const RunView& run);
  void PushTransitions(const RunView& run, const Trace& trace, std::uint32_t from, std::uint32_t forced);
  void PushForced(const RunView& run, const std::shared_ptr<const Steps>& steps, std::uint32_t forced);
  static std::uint32_t ForcedOn(const Job& job) { return static_cast<std::uint32_t>(job.tag >> 32); }
  static constexpr std::uint32_t kNoState = ~0u;
  bool HasCycle() const;
  void Push(WorkItem item);

  std::string_view name_;
  bool breadth_first_;
  std::unique_ptr<Partition> partition_;
  Frontier frontier_;
  Rng rng_;
  std::unordered_map<Key, std::uint32_t, KeyHash> seen_;            // numbered as they are met
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;      // between them
  std::uint64_t states_ = 0, revisited_ = 0;
  std::vector<Choice> keep_, later_;
};

}  // namespace reweave::inline search
