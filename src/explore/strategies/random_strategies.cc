// The strategies that decide nothing between runs: the runtime's tail policy does all of it, one seed a run.
#include <algorithm>
#include <string>

#include "base/rng.h"
#include "explore/search/saved_state.h"
#include "explore/search/strategy.h"
#include "explore/strategies/makers.h"

namespace reweave::inline strategies {

namespace {

class NoneStrategy : public Strategy {
 public:
  explicit NoneStrategy(const StrategyOptions& options) : plan_(options.base) { plan_.seed = options.seed; }
  std::string_view name() const override { return "none"; }
  std::optional<Plan> Next() override {
    if (done_) return std::nullopt;
    done_ = true;
    return plan_;
  }
  void Observe(const Plan&, const Trace&) override {}
  bool Save(StateWriter& out) const override { return out(done_), true; }
  bool Load(StateReader& in) override { return in(done_), true; }

 private:
  Plan plan_;
  bool done_ = false;
};

// Batches grow from one run, so that a bug of the first schedules is seen at once, to what hides the hand-over's cost.
class SeedBatches {
 public:
  // Seeds of neighbouring --seed values must not overlap: run i of a batch uses seed + i.
  SeedBatches(const Plan& base, std::uint64_t seed) : plan_(base) { plan_.seed = SplitMix(seed); }
  Plan Next() {
    Plan plan = plan_;
    plan.runs = size_;
    plan_.seed += size_;
    size_ = std::min(size_ * 2, kLargest);
    return plan;
  }
  Plan& base() { return plan_; }
  void BeginSmall() { size_ = 1; }
  template <typename A>
  static void Visit(A& archive, auto& self) {
    archive(self.plan_.seed, self.size_);
  }

 private:
  static constexpr std::uint32_t kLargest = 64;
  Plan plan_;
  std::uint32_t size_ = 1;
};

class TailStrategy : public Strategy {
 public:
  TailStrategy(std::string_view name, abi::TailPolicy tail, const StrategyOptions& options)
      : name_(name), workers_(options.workers), batches_(options.base, options.seed) {
    batches_.base().tail = tail;
  }
  std::string_view name() const override { return name_; }
  std::optional<Plan> Next() override { return batches_.Next(); }
  void Observe(const Plan&, const Trace&) override { known_ = std::min(known_ + 1, kSettled); }
  // What is out does not know of points that were learnt meanwhile.
  void PointsChanged() override { known_ = 0, batches_.BeginSmall(); }
  int lookahead() const override { return known_ < kSettled ? workers_ : 3 * workers_; }
  bool Save(StateWriter& out) const override { return out(batches_), true; }
  bool Load(StateReader& in) override { return in(batches_), true; }

 private:
  static constexpr int kSettled = 4;  // runs after which few points are learnt any more
  std::string_view name_;
  int workers_, known_ = 0;
  SeedBatches batches_;
};

// PCT needs the number of points of a run: the largest seen so far.
class PctStrategy : public Strategy {
 public:
  explicit PctStrategy(const StrategyOptions& options) : workers_(options.workers), batches_(options.base, options.seed) {
    batches_.base().tail = abi::TailPolicy::kPct;
    batches_.base().pct_depth = options.pct_depth;
  }
  std::string_view name() const override { return "pct"; }
  std::optional<Plan> Next() override {
    batches_.base().pct_length = length_;
    return batches_.Next();
  }
  void Observe(const Plan&, const Trace& trace) override {
    length_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(trace.points(), length_, 1u << 30));
  }
  void PointsChanged() override { batches_.BeginSmall(); }
  int lookahead() const override { return 2 * workers_; }
  bool Save(StateWriter& out) const override { return out(batches_, length_), true; }
  bool Load(StateReader& in) override { return in(batches_, length_), true; }
  std::string progress() const override { return "length " + std::to_string(length_); }

 private:
  static constexpr std::uint32_t kFirstGuess = 20;
  int workers_;
  SeedBatches batches_;
  std::uint32_t length_ = kFirstGuess;
};

}  // namespace

std::unique_ptr<Strategy> MakeNoneStrategy(const StrategyOptions& options) { return std::make_unique<NoneStrategy>(options); }
std::unique_ptr<Strategy> MakeRandomStrategy(const StrategyOptions& options) {
  return std::make_unique<TailStrategy>("random", abi::TailPolicy::kRandom, options);
}
std::unique_ptr<Strategy> MakePosStrategy(const StrategyOptions& options) {
  return std::make_unique<TailStrategy>("pos", abi::TailPolicy::kPos, options);
}
std::unique_ptr<Strategy> MakePctStrategy(const StrategyOptions& options) { return std::make_unique<PctStrategy>(options); }

}  // namespace reweave::inline strategies
