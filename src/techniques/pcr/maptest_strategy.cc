// maptest: one pattern is intended at a time, and chance is led a little. What may be intended is what the accesses of two
// threads can be put together to: any template, any places of the program that read and write the variable, as a summary of each
// thread's accesses gives them. Whether an order of the program allows it is not asked: no rules, no solving. Of what was not
// covered yet, chance chooses.
//
// The schedule is drawn at random over what the last run recorded, but a thread that stands before a later step of the pattern is
// held back until the earlier ones have happened, a thread that stands before the next step is preferred, and after the first
// step nobody else writes the variables of the pattern. A step is a place of the program: any execution of it will do. A hold
// lasts at most 200 points, and no longer than somebody else can run. "Random with simple heuristics" is all that was published;
// these rules are ours.
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/rng.h"
#include "detect/reorder.h"
#include "techniques/pcr/intended.h"
#include "techniques/pcr/options.h"
#include "techniques/pcr/report.h"
#include "techniques/pcr/strategies.h"

namespace reweave::pcr {

namespace {

constexpr unsigned kHoldPoints = 200;

// A random order of a run's events in which locks and what must come first are respected, values are not.
class LedByChance {
 public:
  LedByChance(const Run& run, const Intended& intended, std::uint64_t seed)
      : run_(run),
        intended_(intended),
        rng_(seed),
        done_(run.threads.size()),
        held_(run.threads.size()),
        exclusive_(run.locks.size()),
        shared_(run.locks.size()) {
    for (const Region& region : run.regions)
      if (region.take == kNoEvent) ++(region.mode == LockMode::kExclusive ? exclusive_ : shared_)[region.lock];
  }

  std::vector<EventId> Draw(const std::function<bool()>& over) {
    std::vector<EventId> order;
    while (step_ < intended_.length() && !(order.size() % 1024 == 1023 && over && over())) {
      std::vector<EventId> enabled, free, wanted;
      for (std::size_t t = 0; t < done_.size(); ++t) {
        const EventId next = Next(t);
        if (next == kNoEvent || !Enabled(next)) continue;
        enabled.push_back(next);
        if (IsStep(next, step_)) wanted.push_back(next);
        if (!Held(next)) free.push_back(next);
        else ++held_[t];
      }
      if (enabled.empty()) break;
      const std::vector<EventId>& from = !wanted.empty() ? wanted : free.empty() ? enabled : free;
      const EventId e = from[rng_.Below(from.size())];
      Do(e);
      order.push_back(e);
    }
    return order;
  }

 private:
  EventId Next(std::size_t t) const { return done_[t] < run_.threads[t].size() ? run_.threads[t][done_[t]] : kNoEvent; }
  bool Done(EventId e) const { return run_.events[e].seq <= done_[run_.events[e].tid]; }
  bool Enabled(EventId e) const {
    for (const Must& must : run_.MustsOf(e))
      if (must.required && !must.if_kept && !Done(must.from)) return false;
    if (run_.events[e].takes == kNone) return true;
    const Region& region = run_.regions[run_.events[e].takes];
    return exclusive_[region.lock] == 0 && (region.mode == LockMode::kShared || shared_[region.lock] == 0);
  }
  // The cell with which the event would be the step, kNone if it is not: its place, its kind, a thread for its role.
  std::uint32_t CellOfStep(EventId e, std::size_t k) const {
    const Event& event = run_.events[e];
    if (event.site != intended_.site[k]) return kNone;
    const detect::TemplateStep& step = detect::kTemplates[intended_.number].steps[k];
    const auto thread = thread_[step.other_thread], opposite = thread_[!step.other_thread];
    if ((thread && *thread != event.tid) || (opposite && *opposite == event.tid)) return kNone;
    for (const CellAccess& access : run_.AccessesOf(e)) {
      if (!(step.writes ? access.writes : access.reads)) continue;
      const auto bound = cell_[step.other_variable];
      if (bound ? *bound == access.cell : cell_[!step.other_variable] != access.cell) return access.cell;
    }
    return kNone;
  }
  bool IsStep(EventId e, std::size_t k) const { return CellOfStep(e, k) != kNone; }
  bool Held(EventId e) const {
    if (held_[run_.events[e].tid] >= kHoldPoints || IsStep(e, step_)) return false;
    for (std::size_t k = step_ + 1; k < intended_.length(); ++k)
      if (IsStep(e, k)) return true;
    return std::ranges::any_of(run_.AccessesOf(e),
                               [&](const CellAccess& a) { return a.writes && (cell_[0] == a.cell || cell_[1] == a.cell); });
  }
  void Do(EventId e) {
    const Event& event = run_.events[e];
    done_[event.tid] = event.seq;
    if (const std::uint32_t cell = CellOfStep(e, step_); cell != kNone) {
      const detect::TemplateStep& step = detect::kTemplates[intended_.number].steps[step_++];
      thread_[step.other_thread] = event.tid, cell_[step.other_variable] = cell;
    }
    const auto count = [&](std::uint32_t region, int by) {
      if (region == kNone) return;
      auto& holders = run_.regions[region].mode == LockMode::kExclusive ? exclusive_ : shared_;
      holders[run_.regions[region].lock] += by;
    };
    count(event.releases, -1), count(event.takes, 1);
  }

  const Run& run_;
  const Intended& intended_;
  Rng rng_;
  std::vector<std::uint32_t> done_;
  std::vector<unsigned> held_;
  std::vector<int> exclusive_, shared_;
  std::size_t step_ = 0;
  std::array<std::optional<std::uint16_t>, 2> thread_;  // a, b: as soon as they have made a step
  std::array<std::optional<std::uint32_t>, 2> cell_;  // x, y
};

class MaptestStrategy : public Strategy {
 public:
  MaptestStrategy(const StrategyOptions& options, const StrategySettings& settings)
      : options_(options), settings_(settings), seed_(options.seed) {}

  std::string_view name() const override { return "maptest"; }

  std::optional<Plan> Next() override {
    if (catch_up_) return Planned(*catch_up_);
    while (!intended_.empty() && (covered_.Covers(intended_.front().key) || tries_ >= settings_.intended_runs)) {
      intended_.pop_front();
      tries_ = 0;
    }
    if (run_ == nullptr || intended_.empty()) {
      if (runs_ != 0 && fruitless_ >= settings_.roots) return std::nullopt;
      root_ = true;
      return Planned({});
    }
    root_ = false;
    ++tries_;
    std::vector<std::uint32_t> order;
    for (const EventId e : LedByChance(*run_, intended_.front(), seed_).Draw(settings_.search.over))
      order.push_back(run_->events[e].index);
    return Planned(detect::OrderToPlan(*basis_, order));
  }

  void Observe(const Plan&, const Trace& trace) override {
    ++runs_;
    const std::uint64_t before = covered_.patterns();
    covered_.Analyse(trace);
    const bool diverged = trace.end_kind() == abi::EndKind::kDiverged, again = diverged && !catch_up_;
    catch_up_.reset();
    counts_ = !diverged;
    if (again) {
      std::vector<std::uint32_t> executed;
      for (std::uint32_t i = 0; i < trace.events.size(); ++i)
        if (IsPoint(trace.events[i]) || IsPlainAccess(trace.events[i].kind)) executed.push_back(i);
      catch_up_ = detect::OrderToPlan(trace, executed);
      return;
    }
    if (!root_ || diverged) return;
    fruitless_ = covered_.patterns() != before || runs_ == 1 ? 0 : fruitless_ + 1;
    auto run = Run::Make(trace);
    if (!run) return;
    basis_ = std::make_shared<const Trace>(trace);
    run_ = std::make_shared<const Run>(std::move(*run));
    for (const Intended& one : WhatMayBeIntended(*run_, seed_, settings_.search.over))
      if (!covered_.Covers(one.key) && meant_.insert(one.key).second) intended_.push_back(one);
    if (!intended_.empty()) fruitless_ = 0;
    tries_ = 0;
  }

  void Learn(const Trace& trace) override { covered_.Analyse(trace), ++learnt_; }
  const detect::PatternCoverage* covered() const override { return &covered_; }
  bool last_run_counts() const override { return counts_; }
  std::string progress() const override { return fmt::format("patterns {}, intended {}", covered_.patterns(), intended_.size()); }
  std::optional<TechniqueReport> report() const override {
    TechniqueReport report{.name = "maptest"};
    const detect::Denominators possible = covered_.Possible(settings_.search.variable_of);
    report.values = {{"tc", possible.tc},
                     {"tc_ordered", possible.tc_ordered},
                     {"covered", covered_.patterns()},
                     {"runs", runs_ + learnt_},
                     {"intended", std::uint64_t{meant_.size()}}};
    report.lines = {possible.tc == 0 ? std::string(kNothingShared)
                                     : fmt::format("{} patterns are possible by estimate, {} covered; {} run{}", possible.tc,
                                                   covered_.patterns(), runs_ + learnt_, runs_ + learnt_ == 1 ? "" : "s")};
    return report;
  }

 private:
  Plan Planned(const detect::PlannedOrder& order) {
    Plan plan = options_.base;
    plan.segments = order.segments;
    plan.outcomes = order.outcomes;
    plan.tail = abi::TailPolicy::kRandom;
    plan.granularity = abi::Granularity::kAll;
    plan.record |= abi::kRecordSync | abi::kRecordAccess | abi::kRecordAllAccess;
    plan.seed = seed_++;
    plan.runs = 1;
    return plan;
  }

  StrategyOptions options_;
  StrategySettings settings_;
  std::uint64_t seed_, runs_ = 0, learnt_ = 0, fruitless_ = 0;
  bool root_ = true, counts_ = true;
  std::shared_ptr<const Trace> basis_;
  std::shared_ptr<const Run> run_;
  std::deque<Intended> intended_;
  std::unordered_set<std::uint64_t> meant_;
  unsigned tries_ = 0;
  detect::PatternCoverage covered_;
  std::optional<detect::PlannedOrder> catch_up_;
};

}  // namespace

std::unique_ptr<Strategy> MakeMaptestStrategy(const StrategyOptions& options) {
  auto settings = pcr::SettingsOf(options);
  if (!settings) return nullptr;
  return std::make_unique<pcr::MaptestStrategy>(options, *settings);
}

}  // namespace reweave::pcr
