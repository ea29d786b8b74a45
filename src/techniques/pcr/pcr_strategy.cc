// pcr and mcr as strategies: a first run by chance, then what the search asks for; when it has nothing left, more runs by chance
// until a number of them in a row leads to nothing new.
#include <fmt/format.h>

#include "detect/reorder.h"
#include "explore/search/first_run.h"
#include "techniques/paths/extract.h"
#include "techniques/pcr/conditions.h"
#include "techniques/pcr/impact.h"
#include "techniques/pcr/listener.h"
#include "techniques/pcr/options.h"
#include "techniques/pcr/report.h"
#include "techniques/pcr/strategies.h"
#include "techniques/pcr/uncovered.h"

namespace reweave::pcr {

namespace {

class PcrStrategy : public Strategy {
 public:
  PcrStrategy(const StrategyOptions& options, const StrategySettings& settings, std::string_view name)
      : options_(options), settings_(settings), name_(name), search_(settings.search), seed_(options.seed) {
    const auto listener = options.inputs.Get<Listener>();
    if (listener == nullptr) return;
    only_chance_ = listener->only_chance;
    by_chance_ = listener->only_chance || listener->chance_first;
  }

  std::string_view name() const override { return name_; }

  std::optional<Plan> Next() override {
    if (catch_up_) return Planned(*catch_up_);
    if (const auto first = options_.inputs.Get<FirstRun>(); first != nullptr && runs_ == 0) {
      first_ = first->trace, runs_ = 1;
      search_.Observe(nullptr, *first_);
    }
    if (by_chance_ && !only_chance_ && runs_ != 0 && fruitless_ >= settings_.roots) by_chance_ = false, fruitless_ = 0;
    if (!by_chance_) current_ = search_.Next();
    if (!by_chance_ && !current_ && runs_ != 0 && elsewhere_ < settings_.paths && settings_.search.goal == Goal::kPatterns)
      current_ = search_.NextElsewhere();
    if (current_) return Planned({current_->schedule.segments, current_->schedule.outcomes});
    if (runs_ != 0 && fruitless_ >= settings_.roots) {
      // What the change affects has been tried: everything else.
      if (!search_.ForgetImpact()) return std::nullopt;
      fruitless_ = 0;
    }
    return Planned({});
  }

  void Observe(const Plan&, const Trace& trace) override {
    if (runs_++ == 0) first_ = std::make_shared<const Trace>(trace);
    const std::uint64_t schedules = search_.counts().schedules, covered = search_.covered().patterns();
    const bool root = !current_ && !catch_up_;
    const bool diverged = trace.end_kind() == abi::EndKind::kDiverged;
    search_.Observe(current_ ? &*current_ : nullptr, trace);
    const bool fresh = search_.counts().schedules != schedules || search_.covered().patterns() != covered;
    if (current_ && current_->aim.path) elsewhere_ = fresh ? 0 : elsewhere_ + 1;
    if (root) fruitless_ = fresh || runs_ == 1 ? 0 : fruitless_ + 1;
    if (only_chance_) search_.SolveRest();
    // A run that left its plan was stopped there: what it did so far once more, then freely to the end.
    const bool again = diverged && !catch_up_;
    catch_up_.reset();
    current_.reset();
    if (again) catch_up_ = detect::OrderToPlan(trace, Executed(trace));
    counts_ = !diverged;
  }

  void Learn(const Trace& trace) override { search_.Learn(trace); }
  const detect::PatternCoverage* covered() const override { return &search_.covered(); }
  bool last_run_counts() const override { return counts_; }
  std::string progress() const override {
    return fmt::format("patterns {}, left {}", search_.covered().patterns(), search_.left());
  }
  std::optional<TechniqueReport> report() const override {
    TechniqueReport report = ReportOf(search_, std::string(name_));
    const auto listener = options_.inputs.Get<Listener>();
    if (listener == nullptr || first_ == nullptr) return report;
    if (listener->finished) listener->finished(search_, *first_);
    if (settings_.search.goal == Goal::kPatterns && listener->pictures) {
      SiteNames names;
      names.Use(*first_);
      AddPictures(search_, names, report);
    }
    return report;
  }

 private:
  static std::vector<std::uint32_t> Executed(const Trace& trace) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < trace.events.size(); ++i)
      if (IsPoint(trace.events[i]) || IsPlainAccess(trace.events[i].kind)) out.push_back(i);
    return out;
  }

  Plan Planned(const detect::PlannedOrder& order) {
    Plan plan = options_.base;
    plan.segments = order.segments;
    plan.outcomes = order.outcomes;
    plan.tail = order.segments.empty() ? abi::TailPolicy::kRandom : settings_.after;
    // Uniformly random runs seldom let a thread get far ahead: what comes then is on paths that they do not show.
    if (order.segments.empty() && !by_chance_ && roots_++ % 2 == 1) plan.tail = abi::TailPolicy::kPos;
    plan.granularity = abi::Granularity::kAll;  // accesses of a pattern must be places to stop at, known to be shared or not
    plan.record |= abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess;
    if (settings_.search.kept == Kept::kBranches) plan.record |= abi::kRecordBranch;
    if (settings_.search.kept == Kept::kConditions) plan.record |= paths::kRecordForPaths;
    plan.seed = seed_++;
    plan.runs = 1;
    return plan;
  }

  StrategyOptions options_;
  StrategySettings settings_;
  std::string_view name_;
  Search search_;
  std::uint64_t seed_, runs_ = 0, roots_ = 0, fruitless_ = 0, elsewhere_ = 0;
  std::optional<Search::Work> current_;
  std::optional<detect::PlannedOrder> catch_up_;
  std::shared_ptr<const Trace> first_;
  bool counts_ = true, only_chance_ = false;
  bool by_chance_ = false;  // now: what runs suggest waits
};

}  // namespace

std::unique_ptr<Strategy> MakePcrStrategy(const StrategyOptions& options) {
  auto settings = pcr::SettingsOf(options);
  if (!settings) return nullptr;
  settings->search.first_uses = [program = std::make_shared<paths::ProgramSlices>(paths::ProgramSlices::FromFile)](
                                    const Trace& trace) { return pcr::FirstUses(trace, *program); };
  if (const auto impact = options.inputs.Get<pcr::Impact>())
    settings->search.impacted = impact->is_impacted, settings->search.seen_before = impact->seen_before;
  return std::make_unique<pcr::PcrStrategy>(options, *settings, "pcr");
}

std::unique_ptr<Strategy> MakeMcrStrategy(const StrategyOptions& options) {
  auto settings = pcr::SettingsOf(options);
  if (!settings) return nullptr;
  settings->search.goal = pcr::Goal::kValues;
  settings->search.kept = pcr::Kept::kAll;
  settings->search.solve.cores = false;
  settings->search.solve.quick_first = false;
  return std::make_unique<pcr::PcrStrategy>(options, *settings, "mcr");
}

}  // namespace reweave::pcr
