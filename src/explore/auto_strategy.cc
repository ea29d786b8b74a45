// The default: several strategies in turn, because none finds everything first. In each round every member has its share of
// runs, in this order:
//
//   icb    32   few preemptions: most bugs, with the shortest explanation
//   pos    64   partial-order sampling
//   pct    32   rare orders of a few places
//   rf     32   orders of conflicting accesses not seen yet
//   random 32   what none of the above prefers (time-outs, long mixes)
//   dpor   64   everything, once each: ends the search when it is done
//
// A member that has nothing left gives its share to the others. A run of one member that shows a new shared location tells the
// systematic ones.
#include <array>
#include <deque>

#include "explore/search_base.h"
#include "explore/strategy.h"

namespace reweave {

namespace {

class AutoStrategy : public Strategy {
 public:
  explicit AutoStrategy(const StrategyOptions& options) {
    for (const auto& [name, share] : kMembers) {
      auto strategy = MakeStrategy(name, options);
      if (strategy) members_.push_back({.strategy = std::move(*strategy), .share = share});
    }
  }

  std::string_view name() const override { return "auto"; }
  std::optional<Plan> Next() override;
  void Observe(const Plan& plan, const Trace& trace) override;
  bool exhausted() const override { return done_; }
  bool last_run_counts() const override { return counts_; }
  std::uint64_t blocked() const override { return Sum(&Strategy::blocked); }
  std::uint64_t discarded() const override { return uncounted_ - Sum(&Strategy::blocked); }
  std::uint64_t replayed_points() const override { return Sum(&Strategy::replayed_points); }
  std::string progress() const override {
    const Member& member = members_[turn_];
    return std::string(member.strategy->name()) + ": " + member.strategy->progress();
  }

 private:
  static constexpr std::array<std::pair<std::string_view, std::uint32_t>, 6> kMembers = {
      {{"icb", 32}, {"pos", 64}, {"pct", 32}, {"rf", 32}, {"random", 32}, {"dpor", 64}}};
  struct Member {
    std::unique_ptr<Strategy> strategy;
    std::uint32_t share = 0, used = 0;
    bool ended = false;
  };

  void EndTurn() {
    members_[turn_].used = 0;
    turn_ = (turn_ + 1) % members_.size();
  }
  std::uint64_t Sum(std::uint64_t (Strategy::*count)() const) const {
    std::uint64_t sum = 0;
    for (const Member& member : members_) sum += (member.strategy.get()->*count)();
    return sum;
  }

  std::vector<Member> members_;
  std::size_t turn_ = 0;
  std::uint64_t uncounted_ = 0;
  bool done_ = false, counts_ = true;
};

std::optional<Plan> AutoStrategy::Next() {
  for (std::size_t tries = 0; tries <= members_.size() && !done_; ++tries) {
    Member& member = members_[turn_];
    if (!member.ended && member.used < member.share) {
      if (auto plan = member.strategy->Next()) {
        plan->runs = std::min(plan->runs, member.share - member.used);
        member.used += plan->runs;
        return plan;
      }
      member.ended = true;
      done_ = member.strategy->name() == "dpor" && member.strategy->exhausted();
    }
    EndTurn();
  }
  return std::nullopt;
}

void AutoStrategy::Observe(const Plan& plan, const Trace& trace) {
  Member& member = members_[turn_];
  member.strategy->Observe(plan, trace);
  counts_ = member.strategy->last_run_counts();
  uncounted_ += !counts_;
  for (Member& other : members_) {
    auto* search = dynamic_cast<SearchBase*>(other.strategy.get());
    if (search == nullptr || &other == &member) continue;
    const std::uint64_t before = search->restarts();
    search->LocationsBecameShared(trace);
    if (search->restarts() != before) other.ended = false;
  }
}

}  // namespace

std::unique_ptr<Strategy> MakeAutoStrategy(const StrategyOptions& options) { return std::make_unique<AutoStrategy>(options); }

}  // namespace reweave
