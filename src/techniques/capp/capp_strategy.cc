// capp:<heuristic> over --search icb (default), dfs, stateful-dfs or stateful-bfs; and capp:auto, which lets several take turns.
#include "techniques/capp/capp_strategy.h"

#include <algorithm>
#include <unordered_set>

#include "explore/search/bounded_search.h"
#include "explore/search/stateful_search.h"
#include "techniques/capp/capp_partition.h"

namespace reweave::inline capp {

namespace {

constexpr std::uint32_t kDefaultBound = 2;

std::unique_ptr<SearchBase> MakeSearch(const StrategyOptions& options, const Heuristic& heuristic) {
  std::unique_ptr<Partition> partition;
  const auto labels = options.inputs.Get<CappLabels>();
  if (labels && !labels->empty() && heuristic.priority != PriorityMode::kBasic)
    partition = std::make_unique<CappPartition>(labels, heuristic);
  if (options.search == "dfs")
    return std::make_unique<BoundedSearch>("capp", options, CostModel::kFree, kNoBound, std::move(partition));
  if (options.search == "stateful-dfs" || options.search == "stateful-bfs")
    return std::make_unique<StatefulSearch>("capp", options, options.search == "stateful-bfs", std::move(partition));
  return std::make_unique<BoundedSearch>("capp", options, CostModel::kPreemptions, options.bound.value_or(kDefaultBound),
                                         std::move(partition));
}

// Every second schedule is BASIC's, the others are LOA's, MA's and FA's in turn. A schedule that one of them has run does not
// count when another runs it again. The search is done when BASIC is.
class CappPortfolio : public Strategy {
 public:
  explicit CappPortfolio(const StrategyOptions& options) {
    for (const char* name : {"BASIC", "LOA", "BASIC", "MA", "BASIC", "FA"}) {
      const auto known = std::ranges::find(members_, name, &Member::name);
      turns_.push_back(static_cast<std::size_t>(known - members_.begin()));
      if (known == members_.end()) members_.push_back({name, MakeSearch(options, *ParseHeuristic(name)), false});
    }
  }

  std::string_view name() const override { return "capp"; }
  bool exhausted() const override { return members_[0].ended && members_[0].search->exhausted(); }
  std::string left_out() const override { return members_[0].search->left_out(); }
  bool last_run_counts() const override { return counts_; }
  std::uint64_t discarded() const override { return uncounted_; }
  std::uint64_t restarts() const override { return restarts_; }
  std::uint64_t replayed_points() const override {
    std::uint64_t sum = 0;
    for (const Member& member : members_) sum += member.search->replayed_points();
    return sum;
  }
  std::string progress() const override {
    return members_[turns_[turn_]].name + ": " + members_[turns_[turn_]].search->progress();
  }

  std::optional<Plan> Next() override {
    for (std::size_t tries = 0; tries < turns_.size(); ++tries, turn_ = (turn_ + 1) % turns_.size()) {
      Member& member = members_[turns_[turn_]];
      if (members_[0].ended) return std::nullopt;
      if (member.ended) continue;
      if (auto plan = member.search->Next()) return plan;
      member.ended = true;
    }
    return std::nullopt;
  }

  void Observe(const Plan& plan, const Trace& trace) override {
    Member& member = members_[turns_[turn_]];
    const std::uint64_t before = member.search->restarts();
    member.search->Observe(plan, trace);
    if (member.search->restarts() != before) {  // scheduling points are others now: what was run means nothing
      seen_.clear();
      ++restarts_;
      for (Member& other : members_) other.search->LocationsBecameShared(trace), other.ended = false;
    }
    const bool own = member.search->last_run_counts();
    counts_ = own && member.search->restarts() == before && seen_.insert(KeyOf(trace)).second;
    uncounted_ += !counts_;
    if (own) turn_ = (turn_ + 1) % turns_.size();
  }

 private:
  struct Member {
    std::string name;
    std::unique_ptr<SearchBase> search;
    bool ended = false;
  };

  // Who did what, in order.
  std::uint64_t KeyOf(const Trace& trace) {
    run_.Build(trace);
    std::uint64_t key = 0xcbf29ce484222325ull;
    for (const Step& step : run_.steps()) {
      key = (key ^ (std::uint64_t{step.tid} << 40 | std::uint64_t{step.outcome} << 32 | step.ordinal)) * 0x9e3779b97f4a7c15ull;
      key ^= key >> 32;
    }
    return key;
  }

  std::vector<Member> members_;
  std::vector<std::size_t> turns_;
  std::size_t turn_ = 0;
  std::unordered_set<std::uint64_t> seen_;
  RunView run_;
  std::uint64_t uncounted_ = 0, restarts_ = 0;
  bool counts_ = true;
};

}  // namespace

std::unique_ptr<Strategy> MakeCappStrategy(const StrategyOptions& options) {
  const auto heuristic = ParseHeuristic(options.parameter);
  if (!heuristic) return nullptr;
  if (heuristic->portfolio) return std::make_unique<CappPortfolio>(options);
  return MakeSearch(options, *heuristic);
}

}  // namespace reweave::inline capp
