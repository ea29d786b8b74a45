#include "explore/strategies/auto_strategy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "detect/lock_order.h"
#include "explore/schedule/steps.h"
#include "explore/search/saved_state.h"
#include "explore/search/search_base.h"
#include "explore/search/strategy.h"
#include "explore/strategies/makers.h"

namespace reweave::inline strategies {

namespace {

constexpr std::uint64_t kRound = 20;                 // one of so many slots is icb's, one dpor's
constexpr std::uint64_t kDry = 100;                  // runs without anything new after which dpor gets a share of the runs
constexpr std::uint64_t kRunsForOne = 2;             // then one for so many of the others
constexpr std::uint64_t kMostOwed = 64 * kRunsForOne;  // runs of others that are remembered while dpor cannot run
constexpr double kForget = 0.98, kCuriosity = 0.4;
constexpr std::uint64_t kAlwaysLook = 1000, kOftenLook = 16'000;  // runs: later ones seldom show something new
constexpr std::uint64_t kThenEvery = 8, kLaterEvery = 64;
constexpr std::uint64_t kMostPredicted = 64, kMostAgain = 16;
constexpr std::uint64_t kReversals = 8;              // runs of rf after a schedule that showed a race was run again

}  // namespace

AutoStrategy::AutoStrategy(const StrategyOptions& options)
    : options_(options), jobs_(options.jobs), own_seed_(options.seed ^ 0x676f616cull) {
  own_seed_ = SplitMix(own_seed_);
  const std::pair<Arm, std::string_view> names[] = {{kPos, "pos"}, {kRandom, "random"}, {kPct, "pct"},
                                                    {kRf, "rf"},   {kIcb, "icb"},       {kDpor, "dpor"}};
  for (const auto& [arm, name] : names)
    if (auto strategy = MakeStrategy(name, options)) members_[arm].strategy = std::move(*strategy);
}

template <typename A>
void AutoStrategy::Visit(A& archive, auto& self) {
  archive(self.out_, self.goals_, self.predicted_, self.cycles_, self.given_, self.slot_, self.seen_, self.dry_, self.own_seed_,
          self.uncounted_, self.directed_, self.again_, self.reversals_, self.opened_, self.done_, self.counts_, self.owed_);
  for (auto& member : self.members_) archive(member.out, member.ended, member.weight, member.reward, member.seen);
}

bool AutoStrategy::Save(StateWriter& out) const {
  Visit(out, *this);
  return std::ranges::all_of(members_, [&](const Member& m) { return m.strategy == nullptr || m.strategy->Save(out); });
}

bool AutoStrategy::Load(StateReader& in) {
  Visit(in, *this);
  for (Out& out : out_) out.arm %= kArms;
  return std::ranges::all_of(members_, [&](Member& m) { return m.strategy == nullptr || m.strategy->Load(in); });
}

std::uint64_t AutoStrategy::Sum(std::uint64_t (Strategy::*count)() const) const {
  std::uint64_t sum = 0;
  for (const Member& member : members_)
    if (member.strategy) sum += (member.strategy.get()->*count)();
  return sum;
}

std::string AutoStrategy::progress() const {
  return "orders " + std::to_string(goals_.orders()) + ", goals " + std::to_string(goals_.waiting()) +
         ", dpor: " + members_[kDpor].strategy->progress();
}

// --- What comes next -------------------------------------------------------------------------------------------------------

// One run at a time while each may show what the next should be; later the hand-over is shared by several.
std::uint32_t AutoStrategy::BatchSize() const { return given_ < 128 ? 1 : given_ < 1000 ? 4 : 32; }

AutoStrategy::Arm AutoStrategy::BestBandit() const {
  double total = 1;
  for (std::size_t i = 0; i < kBandits; ++i) total += members_[i].weight;
  std::size_t best = kPos;
  double best_score = -1;
  for (std::size_t i = 0; i < kBandits; ++i) {
    if (i == kGoal && goals_.waiting() == 0) continue;
    const Member& member = members_[i];
    const double score = member.weight < 1
                             ? 1e6 - static_cast<double>(i)
                             : member.reward / member.weight + kCuriosity * std::sqrt(std::log(total) / member.weight);
    if (score > best_score) best = i, best_score = score;
  }
  return static_cast<Arm>(best);
}

// What runs so far foretell is met in the first few directed runs or not soon. From then on every second run follows nothing, so
// that a bug which chance meets quickly is not met much later because of all that could be asked for.
const std::array<AutoStrategy::Arm, 18> AutoStrategy::kFirst = {
    kGoal, kGoal, kRf, kBoth, kBoth, kRf, kGoal, kRandom, kBoth, kPos, kRf, kRandom, kGoal, kPos, kRf, kRandom, kYoungest, kPos};

AutoStrategy::Arm AutoStrategy::NextArm() {
  if (!opened_) return kOpening;
  if (!predicted_.empty()) return kPredicted;
  if (!again_.empty()) return kAgain;
  if (reversals_ > 0) return --reversals_, kRf;
  const std::uint64_t slot = slot_++;
  if (slot < std::size(kFirst)) {
    both_ = kFirst[slot] == kBoth;
    return both_ ? kRf : kFirst[slot];
  }
  if (slot % kRound == kRound / 2) return kIcb;
  if (slot % kRound == kRound - 1 || (dry_ >= kDry && owed_ >= kRunsForOne)) return kDpor;
  if (BatchSize() == 1 && slot % 2 == 0) return slot % 4 == 0 ? kRandom : kPos;  // later their plans have more runs than others
  return BestBandit();
}

std::optional<Plan> AutoStrategy::OwnPlan(Arm arm) {
  Plan plan = options_.base;
  plan.runs = 1;
  plan.seed = own_seed_++;
  if (arm == kOpening) {
    opened_ = true;
    plan.tail = abi::TailPolicy::kStay;
  } else if (arm == kYoungest) {
    plan.tail = abi::TailPolicy::kYoungest;
  } else if (arm == kPredicted || arm == kAgain) {
    std::deque<Plan>& waiting = arm == kAgain ? again_ : predicted_;
    if (waiting.empty()) return std::nullopt;
    const std::uint64_t seed = plan.seed;
    plan = std::move(waiting.front());
    plan.seed = seed;
    waiting.pop_front();
  } else if (!Direct(plan)) {
    return std::nullopt;
  }
  return plan;
}

// False: there is no goal.
bool AutoStrategy::Direct(Plan& plan) {
  Goals::Holds holds = goals_.Next(!plan.segments.empty());
  if (holds.empty()) return false;
  plan.holds = std::move(holds);
  plan.tail = abi::TailPolicy::kGoal;
  plan.seed = (plan.seed & ~1ull) | (directed_++ & 1);  // even: who did what was waited for gives way (runtime/goal.cc)
  return true;
}

// Some of the first runs follow a target of rf and then a goal. Without a target rf only repeats what pos does: a goal is better
// at first. Later it is chance, which deep bugs of lock-free code need at every step.
void AutoStrategy::CompleteRf(Plan& plan) {
  const bool both = std::exchange(both_, false), target = !plan.segments.empty();
  if ((target ? both : slot_ <= kFirst.size()) && Direct(plan)) return;
  if (target) return;
  plan.tail = abi::TailPolicy::kRandom;
  if (given_ < kAlwaysLook) return;
  plan.runs = BatchSize();
  plan.seed = own_seed_;  // each run of the plan has its own, and the next plan of rf must not repeat them
  own_seed_ += plan.runs;
}

// A plan of this member, unless it waits for its runs or has nothing left.
std::optional<Plan> AutoStrategy::NextOf(Arm arm) {
  Member& member = members_[arm];
  const int most = member.strategy ? std::max(1, member.strategy->lookahead()) : jobs_;
  if (member.ended || member.out >= most) return std::nullopt;
  auto plan = member.strategy ? member.strategy->Next() : OwnPlan(arm);
  if (!plan) {
    member.ended = member.strategy != nullptr && member.out == 0;
    done_ |= member.ended && arm == kDpor && member.strategy->exhausted();
    return std::nullopt;
  }
  plan->runs = std::min(plan->runs, BatchSize());
  if (arm == kRf) CompleteRf(*plan);
  // Plans of the others are of many runs later, each of dpor's is one: turns would leave it a thirtieth.
  owed_ = arm == kDpor ? owed_ - std::min(owed_, kRunsForOne) : std::min(owed_ + plan->runs, kMostOwed);
  ++member.out;
  given_ += plan->runs;
  out_.push_back({*plan, arm, plan->runs});
  return plan;
}

std::optional<Plan> AutoStrategy::Next() {
  if (done_) return std::nullopt;
  if (auto plan = NextOf(NextArm()); plan || done_) return plan;
  for (const Arm arm : {kRf, kPos, kRandom, kPct}) {  // where no goal is left, rf may know what else was not seen
    if (auto plan = NextOf(arm)) return plan;
  }
  return std::nullopt;
}

// --- What runs show ----------------------------------------------------------------------------------------------------------

std::size_t AutoStrategy::TakeRun(const Plan& plan) {
  const auto found = std::ranges::find_if(out_, [&](Out& out) {
    out.plan.runs = plan.runs;  // the explorer may have cut it
    return out.plan == plan;
  });
  CHECK(found != out_.end());
  const std::size_t arm = found->arm;
  if (--found->left > 0) return arm;
  --members_[arm].out;
  out_.erase(found);
  return arm;
}

void AutoStrategy::Observe(const Plan& plan, const Trace& trace) {
  const std::size_t arm = TakeRun(plan);
  Member& member = members_[arm];
  counts_ = true;
  if (member.strategy) {
    member.strategy->Observe(plan, trace);
    counts_ = member.strategy->last_run_counts();
  }
  uncounted_ += !counts_;
  LearnFrom(trace, plan.holds, arm);
  for (const Arm other : {kIcb, kDpor}) {
    auto* search = dynamic_cast<SearchBase*>(members_[other].strategy.get());
    if (search == nullptr || other == arm) continue;
    const std::uint64_t before = search->restarts();
    search->LocationsBecameShared(trace);
    if (search->restarts() != before) members_[other].ended = false;
  }
}

// Later only some runs are looked at: so many of each member, because members that take turns would never meet a common count.
void AutoStrategy::LearnFrom(const Trace& trace, const Goals::Holds& directed_by, std::size_t arm) {
  Member& from = members_[arm];
  if (arm == kAgain) reversals_ = kReversals;
  const std::uint64_t every = ++seen_ <= kAlwaysLook ? 1 : seen_ <= kOftenLook ? kThenEvery : kLaterEvery;
  if (every > 1 && arm != kAgain && ++from.seen % every != 0) return;
  const std::size_t news = goals_.Observe(trace, directed_by);
  if (arm != kRf) members_[kRf].strategy->Learn(trace);
  dry_ = news > 0 ? 0 : dry_ + every;
  if (!trace.failed() && seen_ <= kAlwaysLook) Predict(trace);
  if (arm >= kBandits) return;
  for (std::size_t i = 0; i < kBandits; ++i) members_[i].weight *= kForget, members_[i].reward *= kForget;
  from.weight += 1;
  from.reward += news == 0 ? 0 : 1 - 1 / (1 + static_cast<double>(news));
}

void AutoStrategy::Predict(const Trace& trace) {
  if (cycles_.size() >= kMostPredicted || !detect::HasNestedLocks(trace)) return;
  for (const detect::LockCycle& cycle : detect::PredictLockCycles(trace)) {
    if (!cycles_.insert(cycle.key()).second) continue;
    for (detect::PlannedOrder& order : detect::DeadlockOrders(trace, cycle)) {
      Plan plan = options_.base;
      plan.segments = std::move(order.segments);
      plan.outcomes = std::move(order.outcomes);
      plan.tail = abi::TailPolicy::kPos;
      predicted_.push_back(std::move(plan));
    }
  }
}

void AutoStrategy::Learn(const Trace& trace) {
  opened_ = true;
  LearnFrom(trace, {}, kOpening);
}

void AutoStrategy::PointsChanged() {
  for (Member& member : members_)
    if (member.strategy) member.strategy->PointsChanged(), member.ended = false;
  done_ = false;
}

// The first runs go on as planned: they show many races, and what they ask for is about all accesses.
void AutoStrategy::ShowedRace(const Trace& trace) {
  if (slot_ < kFirst.size() || again_.size() >= kMostAgain) return;
  RunView run;
  run.Build(trace);
  if (run.size() == 0) return;
  Plan plan = options_.base;
  const auto last = static_cast<std::uint32_t>(run.size() - 1);
  SetPrefix(plan, {.steps = std::make_shared<const Steps>(run.steps()), .at = last, .tid = run.step(last).tid});
  plan.tail = abi::TailPolicy::kPos;
  again_.push_back(std::move(plan));
}

std::unique_ptr<Strategy> MakeAutoStrategy(const StrategyOptions& options) { return std::make_unique<AutoStrategy>(options); }

}  // namespace reweave::inline strategies
