#include "explore/strategies/rf_strategy.h"

#include <algorithm>

#include "abi/hold_objects.h"
#include "base/rng.h"
#include "explore/search/saved_state.h"
#include "explore/strategies/makers.h"

namespace reweave::inline strategies {

namespace {

constexpr std::size_t kMaxTargets = 4096;
constexpr std::size_t kMaxSteps = 20000;  // longer runs are not analysed to their end
constexpr std::size_t kLookedAt = 8;      // targets that may go with what else a run is to do

// Without it another thread's next operation may be another one: signals are taken in between, the last thread ends the process.
bool OthersDependOnIt(abi::EventKind kind) {
  using enum abi::EventKind;
  return kind == kSendSignal || kind == kSignalHandler || kind == kSignalLater || kind == kEnd || kind == kProcessEnd;
}

std::uint64_t PlaceOf(const RunView& run, const Trace& trace, std::size_t i) {
  const abi::Event& event = trace.events[run.event_index(i)];
  return std::uint64_t{event.site} << 32 | event.caller;
}

}  // namespace

bool LeavesRoomFor(const Branch& prefix, const std::vector<abi::Hold>& holds) {
  std::uint64_t done = 0;
  const std::size_t end = prefix.steps ? std::min<std::size_t>(prefix.at + 1, prefix.steps->size()) : 0;
  for (std::size_t k = 0; k < end; ++k) {
    const std::uint32_t site = (*prefix.steps)[k].site;
    for (std::size_t i = 0; i < holds.size(); ++i)
      if (holds[i].first_site != abi::kHoldObjects && holds[i].then_site == site && (done >> i & 1) == 0) return false;
    for (std::size_t i = 0; i < holds.size(); ++i)
      if (holds[i].first_site == site) done |= std::uint64_t{1} << i;
  }
  return true;
}

RfStrategy::RfStrategy(const StrategyOptions& options) : options_(options), seed_(options.seed) { seed_ = SplitMix(seed_); }

std::optional<Plan> RfStrategy::Next() {
  Plan plan = options_.base;
  plan.tail = abi::TailPolicy::kPos;
  plan.seed = seed_++;
  last_ = {};
  if (targets_.empty()) return plan;
  last_ = std::move(targets_.front());
  targets_.pop_front();
  SetPrefix(plan, last_);
  return plan;
}

bool RfStrategy::AddPrefix(Plan& plan) {
  for (std::size_t i = 0; i < std::min(targets_.size(), kLookedAt); ++i) {
    if (!LeavesRoomFor(targets_[i], plan.holds)) continue;
    SetPrefix(plan, targets_[i]);
    targets_.erase(targets_.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return false;
}

bool RfStrategy::LastLeavesRoomFor(const std::vector<abi::Hold>& holds) const { return LeavesRoomFor(last_, holds); }

bool RfStrategy::Save(StateWriter& out) const { return out(seed_, seen_, wanted_, targets_), true; }
bool RfStrategy::Load(StateReader& in) { return in(seed_, seen_, wanted_, targets_), true; }

std::string RfStrategy::progress() const {
  return "orders " + std::to_string(seen_.size()) + ", targets " + std::to_string(targets_.size());
}

void RfStrategy::Learn(const Trace& trace) {
  run_.Build(trace);
  order_.Truncate(0);
  const std::size_t end = std::min(run_.size(), kMaxSteps);
  std::vector<std::pair<Race, std::size_t>> all;
  for (std::size_t i = 0; i < end; ++i) {
    order_.Append(run_, trace, races_);
    for (Race& race : races_) all.emplace_back(std::move(race), i);
  }
  for (const auto& [race, second] : all) seen_.insert({PlaceOf(run_, trace, race.first), PlaceOf(run_, trace, second)});
  for (const auto& [race, second] : all) {
    const Pair reversed{PlaceOf(run_, trace, second), PlaceOf(run_, trace, race.first)};
    if (race.enabling || seen_.contains(reversed) || targets_.size() >= kMaxTargets || !wanted_.insert(reversed).second) continue;
    AddTarget(run_, race, second);
  }
}

void RfStrategy::AddTarget(const RunView& run, const Race& race, std::size_t second) {
  auto steps = std::make_shared<Steps>(run.steps().begin(), run.steps().begin() + static_cast<std::ptrdiff_t>(race.first));
  bool skipped_create = false;
  for (std::size_t k = race.first; k < second; ++k) {
    const bool needed = k > race.first && order_.Includes(race.past, k);
    const bool creates = run.step(k).kind == abi::EventKind::kCreate;
    if (!needed && OthersDependOnIt(run.step(k).kind)) return;
    if (needed && creates && skipped_create) return;  // thread numbers would change
    if (needed) steps->push_back(run.step(k));
    else skipped_create |= creates;
  }
  const auto at = static_cast<std::uint32_t>(steps->size());
  steps->push_back(run.step(second));  // not prescribed, but LeavesRoomFor wants to know it
  targets_.push_back({.steps = std::move(steps), .at = at, .tid = run.step(second).tid});
}

std::unique_ptr<Strategy> MakeRfStrategy(const StrategyOptions& options) { return std::make_unique<RfStrategy>(options); }

}  // namespace reweave::inline strategies
