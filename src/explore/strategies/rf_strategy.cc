// Reads-from feedback: where two conflicting steps of a run came in one order, and the other order of these two places of the
// program was never seen, the next run begins so that it is. Between such runs the schedule is sampled by partial order.
//
// The reordered prefix is: what came before the first step; what the second one needs and does not depend on the first; the
// second. All of it happened before in this way, so it can be followed. What comes after the second step cannot be prescribed: it
// may see another value now, and the first may have to wait for it.
#include <deque>
#include <set>

#include "explore/search/execution_order.h"
#include "explore/search/saved_state.h"
#include "explore/search/strategy.h"
#include "explore/strategies/makers.h"

namespace reweave::inline strategies {

namespace {

// Without it another thread's next operation may be another one: signals are taken in between, the last thread ends the process.
bool OthersDependOnIt(abi::EventKind kind) {
  using enum abi::EventKind;
  return kind == kSendSignal || kind == kSignalHandler || kind == kSignalLater || kind == kEnd || kind == kProcessEnd;
}

class RfStrategy : public Strategy {
 public:
  explicit RfStrategy(const StrategyOptions& options) : options_(options), seed_(options.seed) { seed_ = SplitMix(seed_); }

  std::string_view name() const override { return "rf"; }
  std::optional<Plan> Next() override {
    Plan plan = options_.base;
    plan.tail = abi::TailPolicy::kPos;
    plan.seed = seed_++;
    if (targets_.empty()) return plan;
    SetPrefix(plan, targets_.front());
    targets_.pop_front();
    return plan;
  }
  void Observe(const Plan&, const Trace& trace) override { Learn(trace); }
  void Learn(const Trace& trace) override;
  int lookahead() const override { return options_.jobs; }
  bool Save(StateWriter& out) const override { return out(seed_, seen_, wanted_, targets_), true; }
  bool Load(StateReader& in) override { return in(seed_, seen_, wanted_, targets_), true; }
  std::string progress() const override {
    return "orders " + std::to_string(seen_.size()) + ", targets " + std::to_string(targets_.size());
  }

 private:
  using Pair = std::pair<std::uint64_t, std::uint64_t>;  // place of the earlier, place of the later step
  static constexpr std::size_t kMaxTargets = 4096;
  static constexpr std::size_t kMaxSteps = 20000;  // longer runs are not analysed to their end

  void AddTarget(const RunView& run, const Race& race, std::size_t second);
  static std::uint64_t PlaceOf(const RunView& run, const Trace& trace, std::size_t i) {
    const abi::Event& event = trace.events[run.event_index(i)];
    return std::uint64_t{event.site} << 32 | event.caller;
  }

  StrategyOptions options_;
  std::uint64_t seed_;
  RunView run_;
  ExecutionOrder order_;
  std::vector<Race> races_;
  std::set<Pair> seen_, wanted_;
  std::deque<Branch> targets_;
};

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
  targets_.push_back({.steps = std::move(steps), .at = at, .tid = run.step(second).tid});
}

}  // namespace

std::unique_ptr<Strategy> MakeRfStrategy(const StrategyOptions& options) { return std::make_unique<RfStrategy>(options); }

}  // namespace reweave::inline strategies
