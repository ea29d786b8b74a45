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
// A member that has nothing left gives its share to the others. With several workers, a member that waits for its runs (dpor
// has one out at a time) lets the others go on meanwhile. A run of one member that shows a new shared location tells the
// systematic ones.
#include <algorithm>
#include <array>
#include <list>

#include "base/check.h"
#include "explore/search/saved_state.h"
#include "explore/search/search_base.h"
#include "explore/search/strategy.h"

namespace reweave {

namespace {

class AutoStrategy : public Strategy {
 public:
  explicit AutoStrategy(const StrategyOptions& options) : jobs_(options.jobs) {
    for (const auto& [name, share] : kMembers) {
      auto strategy = MakeStrategy(name, options);
      if (strategy) members_.push_back({.strategy = std::move(*strategy), .share = share});
    }
  }

  std::string_view name() const override { return "auto"; }
  std::optional<Plan> Next() override;
  void Observe(const Plan& plan, const Trace& trace) override;
  bool exhausted() const override { return done_; }
  int lookahead() const override { return jobs_; }
  bool Save(StateWriter& out) const override {
    Visit(out, *this);
    return std::ranges::all_of(members_, [&](const Member& member) { return member.strategy->Save(out); });
  }
  bool Load(StateReader& in) override {
    Visit(in, *this);
    turn_ %= members_.size();
    for (Out& out : out_) out.member %= members_.size();
    return std::ranges::all_of(members_, [&](Member& member) { return member.strategy->Load(in); });
  }
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
    int out = 0;  // plans
    bool ended = false;
  };
  struct Out {
    Plan plan;
    std::size_t member;
    std::uint32_t left;  // runs
    template <typename A>
    static void Visit(A& archive, auto& self) {
      archive(self.plan, self.member, self.left);
    }
  };
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.out_, self.turn_, self.uncounted_, self.done_, self.counts_);
    for (auto& member : self.members_) archive(member.used, member.out, member.ended);
  }

  std::optional<Plan> NextOf(std::size_t index, bool within_share);
  Member& TakeRun(const Plan& plan);

  void EndTurn() {
    members_[turn_].used = 0;
    turn_ = (turn_ + 1) % members_.size();
  }
  std::uint64_t Sum(std::uint64_t (Strategy::*count)() const) const {
    std::uint64_t sum = 0;
    for (const Member& member : members_) sum += (member.strategy.get()->*count)();
    return sum;
  }

  int jobs_;
  std::vector<Member> members_;
  std::list<Out> out_;
  std::size_t turn_ = 0;
  std::uint64_t uncounted_ = 0;
  bool done_ = false, counts_ = true;
};

// A plan of this member, unless it waits for its runs, has had its share, or has nothing left.
std::optional<Plan> AutoStrategy::NextOf(std::size_t index, bool within_share) {
  Member& member = members_[index];
  if (member.ended || (within_share && member.used >= member.share) || member.out >= std::max(1, member.strategy->lookahead()))
    return std::nullopt;
  auto plan = member.strategy->Next();
  if (!plan) {
    member.ended = member.out == 0;  // else its runs may lead to more
    done_ = done_ || (member.ended && member.strategy->name() == "dpor" && member.strategy->exhausted());
    return std::nullopt;
  }
  plan->runs = std::min(plan->runs, std::max(1u, member.share - std::min(member.share, member.used)));
  member.used += plan->runs;
  ++member.out;
  out_.push_back({*plan, index, plan->runs});
  return plan;
}

std::optional<Plan> AutoStrategy::Next() {
  for (std::size_t tries = 0; tries <= members_.size() && !done_; ++tries) {
    if (auto plan = NextOf(turn_, true)) return plan;
    if (done_) return std::nullopt;
    if (members_[turn_].out > 0) break;
    EndTurn();
  }
  for (const bool within_share : {true, false})  // the one whose turn it is waits for its runs
    for (std::size_t i = 0; i < members_.size() && !done_ && !out_.empty(); ++i)
      if (auto plan = NextOf(i, within_share)) return plan;
  return std::nullopt;
}

AutoStrategy::Member& AutoStrategy::TakeRun(const Plan& plan) {
  const auto found = std::ranges::find_if(out_, [&](Out& out) {
    out.plan.runs = plan.runs;  // the explorer may have cut it
    return out.plan == plan;
  });
  CHECK(found != out_.end());
  Member& member = members_[found->member];
  if (--found->left > 0) return member;
  --member.out;
  out_.erase(found);
  return member;
}

void AutoStrategy::Observe(const Plan& plan, const Trace& trace) {
  Member& member = TakeRun(plan);
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
