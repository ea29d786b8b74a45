#include "techniques/paths/paths_strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "detect/reorder.h"
#include "techniques/paths/makers.h"

namespace reweave {

namespace paths {

namespace {

std::shared_ptr<const Facts> LoadFacts(const std::string& path) {
  auto facts = ReadFacts(path);
  return facts ? std::make_shared<const Facts>(std::move(*facts)) : nullptr;
}

// What a run did, as an order that OrderToPlan takes.
std::vector<std::uint32_t> Executed(const Trace& trace) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (IsPoint(trace.events[i]) || IsPlainAccess(trace.events[i].kind)) out.push_back(i);
  return out;
}

const char* ModeName(Mode mode) {
  switch (mode) {
    case Mode::kDefault: return "default";
    case Mode::kPaper: return "paper";
    case Mode::kReach: return "reach";
    case Mode::kPairs: return "tpair";
  }
  return "";
}

std::string Plural(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

PathsStrategy::PathsStrategy(const StrategyOptions& options, Mode mode, std::shared_ptr<const Settings> settings)
    : options_(options),
      mode_(mode),
      settings_(settings != nullptr ? std::move(settings) : std::make_shared<const Settings>()),
      program_(settings_->loader ? settings_->loader : LoadFacts),
      search_({.mode = mode, .node_cap = settings_->node_cap}) {}

std::string_view PathsStrategy::name() const {
  return mode_ == Mode::kReach ? "reach" : mode_ == Mode::kPairs ? "tpair" : "paths";
}

Plan PathsStrategy::PlanFor(const Trace& basis, const std::vector<std::uint32_t>& events) const {
  Plan plan = options_.base;
  if (!events.empty()) {
    detect::PlannedOrder planned = detect::OrderToPlan(basis, events);
    plan.segments = std::move(planned.segments);
    plan.outcomes = std::move(planned.outcomes);
  }
  plan.tail = abi::TailPolicy::kStay;
  plan.granularity = abi::Granularity::kAll;  // every access must be a place to stop at, known to be shared or not
  plan.record |= kRecordForPaths;
  plan.seed = options_.seed;
  plan.runs = 1;
  return plan;
}

Plan PathsStrategy::PlanFor(const Test& test) const {
  const Trace& trace = *traces_[test.source];
  const Execution& run = *runs_[test.source];
  Plan plan = PlanFor(trace, EventOrder(trace, run, test.order));
  const auto at = [&](std::uint32_t op, const abi::OutcomeChoice& choice) {
    const abi::Event& event = trace.events[run.ops[op].event];
    return choice.tid == event.tid && choice.ordinal == event.ordinal;
  };
  // The last operation is the one that differs: its outcome is not the recorded one. A signal wakes whom the order says.
  std::erase_if(plan.outcomes, [&](const abi::OutcomeChoice& choice) { return !test.dead && at(test.order.back(), choice); });
  for (const auto& [op, choice] : test.choices) {
    std::erase_if(plan.outcomes, [&](const abi::OutcomeChoice& known) { return at(op, known); });
    const abi::Event& event = trace.events[run.ops[op].event];
    if (choice != 0) plan.outcomes.push_back({event.tid, choice, 0, event.ordinal});
  }
  return plan;
}

std::optional<Plan> PathsStrategy::Next() {
  if (!unusable_.empty()) return std::nullopt;
  if (!std::exchange(started_, true)) return PlanFor({}, {});
  if (diverged_ != nullptr) return PlanFor(*diverged_, Executed(*diverged_));
  if (traces_.empty()) return std::nullopt;
  test_ = search_.Next();
  if (!test_) return std::nullopt;
  return PlanFor(*test_);
}

void PathsStrategy::Observe(const Plan&, const Trace& trace) {
  counts_ = true;
  if (trace.sequential) return;
  if (trace.end_kind() == abi::EndKind::kDiverged) {
    ++diverged_runs_;
    counts_ = false;
    ++discarded_;
    if (diverged_ == nullptr && test_) {
      diverged_ = std::make_shared<const Trace>(trace);
      return;
    }
    // Twice: the program is not repeatable here. What was run is all there is.
    diverged_ = nullptr;
    if (test_ && !runs_.empty()) Analyse(trace, false);
    return;
  }
  const bool followed = diverged_ == nullptr;
  diverged_ = nullptr;
  Analyse(trace, followed);
}

void PathsStrategy::Analyse(const Trace& trace, bool followed) {
  if (const std::string problem = Unusable(trace); !problem.empty()) {
    if (unusable_.empty()) unusable_ = problem;
    return;
  }
  auto run = std::make_shared<const Execution>(Extract(trace, program_));
  for (const abi::Event& event : trace.events)
    if (event.kind == abi::EventKind::kBranch) sites_.insert(event.site);
  traces_.push_back(std::make_shared<const Trace>(trace));
  runs_.push_back(run);
  const std::optional<std::uint32_t> test = test_ ? std::optional(test_->id) : std::nullopt;
  test_.reset();
  search_.Add(run, test, followed);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> outcomes;
  for (const AffectedBranch& affected : search_.last_relevance().affected) {
    const BranchInstance& branch = run->branches[affected.branch];
    const std::pair<std::uint32_t, std::uint32_t> entry{branch.site, branch.outcome};
    if (std::ranges::find(outcomes, entry) == outcomes.end()) outcomes.push_back(entry);
  }
  discipline_.Add(*run, static_cast<std::uint32_t>(runs_.size()), outcomes);
  manners_.insert(MannersOf(*run).key);
  if (settings_->why_line != 0) Explain(*run);
  const std::vector<bool> needed = search_.NeededRuns();
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (!needed[i]) traces_[i] = nullptr, runs_[i] = nullptr;
}

bool PathsStrategy::exhausted() const {
  const SearchCounts counts = search_.counts();
  return unusable_.empty() && search_.ended() != Ended::kNo && !counts.capped && counts.unrealised == 0 && diverged_runs_ == 0;
}

std::string PathsStrategy::progress() const { return fmt::format("{} left to try", search_.left()); }

// --- Report --------------------------------------------------------------------------------------------------------------

std::string PathsStrategy::Place(std::uint32_t site) const {
  const ProgramSlices::Place& place = program_.Find(site);
  if (place.site == nullptr) return fmt::format("site {}", site);
  const SourcePosition& position = place.site->position();
  return fmt::format("{}:{}", position.file, position.line);
}

std::string PathsStrategy::VariableAt(std::uint32_t site) const {
  const ProgramSlices::Place& place = program_.Find(site);
  const std::string name = place.site != nullptr ? place.site->variable() : "";
  return name.empty() ? "memory" : name;
}

// "true", "false", "case 3", "default".
std::string PathsStrategy::OutcomeText(std::uint32_t site, std::uint32_t outcome) const {
  const ProgramSlices::Place& place = program_.Find(site);
  if (place.site == nullptr || place.site->branch == nullptr) return fmt::format("{}", outcome);
  const auto& blocks = place.site->function->blocks;
  const std::uint32_t block = place.site->branch->block;
  if (block >= blocks.size() || outcome >= blocks[block].edges.size()) return fmt::format("{}", outcome);
  const BlockEdge& edge = blocks[block].edges[outcome];
  switch (edge.label) {
    case facts::EdgeLabel::kTrue: return "true";
    case facts::EdgeLabel::kFalse: return "false";
    case facts::EdgeLabel::kCase: return fmt::format("case {}", edge.value);
    default: return "default";
  }
}

// Why the branch at this line is or is not affected: what its condition was computed from, and who writes that.
void PathsStrategy::Explain(const Execution& run) {
  if (explained_) return;
  std::vector<std::string> lines;
  bool executed = false, labelled = false;
  for (const std::uint32_t site : sites_)
    executed = executed || Place(site).ends_with(fmt::format("{}:{}", settings_->why_file, settings_->why_line));
  for (std::uint32_t i = 0; i < run.branches.size(); ++i) {
    const BranchInstance& branch = run.branches[i];
    const ProgramSlices::Place& place = program_.Find(branch.site);
    if (place.site == nullptr || place.site->position().line != settings_->why_line ||
        !place.site->position().file.ends_with(settings_->why_file))
      continue;
    labelled = true;
    const auto affected = std::ranges::find(search_.last_relevance().affected, i, &AffectedBranch::branch);
    const bool is = affected != search_.last_relevance().affected.end();
    std::vector<std::string> reads, writes;
    for (const std::uint32_t number : DependenciesOf(run, i)) {
      const Op& op = run.ops[number];
      const std::string text = fmt::format("{} at {}", VariableAt(op.site), Place(op.site));
      auto& list = Reads(op.kind) ? reads : writes;
      if (std::ranges::find(list, text) == list.end()) list.push_back(text);
    }
    lines.push_back(fmt::format(
        "{}:{} {}", settings_->why_file, settings_->why_line,
        is ? "can be changed by the interleaving"
           : "cannot be changed by the interleaving: no write of another thread can come before or after what it reads"));
    if (!reads.empty()) lines.push_back(fmt::format("  it depends on: {}", fmt::join(reads, ", ")));
    if (!writes.empty()) lines.push_back(fmt::format("  written by: {}", fmt::join(writes, ", ")));
    if (reads.empty()) lines.push_back("  its condition uses no shared variable");
    explained_ = is;
    break;
  }
  if (!labelled)
    lines.push_back(executed ? fmt::format("{}:{} cannot be changed by the interleaving: its condition uses no shared variable",
                                           settings_->why_file, settings_->why_line)
                             : fmt::format("no branch was executed at {}:{}", settings_->why_file, settings_->why_line));
  if (why_.empty() || labelled || executed) why_ = std::move(lines);
}

std::vector<std::string> PathsStrategy::RaceLines() const {
  std::vector<std::string> out;
  for (const LockDiscipline::Inconsistency& race : discipline_.found()) {
    std::string when;
    if (race.run > 1)
      for (const auto& [site, outcome] : race.outcomes)
        when += fmt::format("{}{} is {}", when.empty() ? "" : " and ", Place(site), OutcomeText(site, outcome));
    out.push_back(
        fmt::format("no common lock for {}: {} {} and {} {}{}", VariableAt(race.first_site), race.first_writes ? "write" : "read",
                    Place(race.first_site), race.second_writes ? "write" : "read", Place(race.second_site),
                    race.run > 1 ? fmt::format(", first in run {}{}", race.run, when.empty() ? "" : ", where " + when) : ""));
  }
  return out;
}

void PathsStrategy::AddLines(TechniqueReport& report) const {
  const SearchCounts counts = search_.counts();
  std::unordered_set<std::uint32_t> affected;
  for (const auto& [key, branch] : search_.branches()) affected.insert(branch.site);
  const std::string left = search_.left() == 0 && exhausted() ? "nothing left"
                           : search_.ended() == Ended::kRows  ? "every combination of their outcomes was seen"
                                                              : Plural(search_.left(), "order") + " left to try";
  report.lines.push_back(fmt::format("{} of {} can be changed by the interleaving; {}, {}, {}", affected.size(),
                                     sites_.size() == 1 ? "1 branch" : fmt::format("{} branches", sites_.size()),
                                     Plural(counts.groups, "group"), Plural(counts.executed, "run"), left));
  if (affected.empty() && counts.executed > 0)
    report.lines.push_back("no branch depends on a variable that another thread writes at any time: one run shows every path");
  if (!unusable_.empty())
    report.lines.push_back(
        fmt::format("{}: build the program with reweave-c++ and let it run in full, or raise the limits", unusable_));
  if (counts.capped)
    report.lines.push_back("a run has too many orders: single reads and writes were turned instead, not all orders");
  if (counts.dead > 0) report.lines.push_back(fmt::format("{} predicted and tried", Plural(counts.dead, "deadlock")));
  if (counts.unrealised > 0)
    report.lines.push_back(fmt::format("{} could not be brought about", Plural(counts.unrealised, "order")));
  for (const auto& [key, branch] : search_.branches()) {
    std::string outcomes;
    for (const auto& [outcome, runs] : branch.outcomes)
      outcomes += fmt::format("{}{} in {}", outcomes.empty() ? "" : ", ", OutcomeText(branch.site, outcome), Plural(runs, "run"));
    report.lines.push_back(fmt::format("{}: {}; {}", Place(branch.site), outcomes, Plural(branch.groups.size(), "group")));
  }
  for (std::string& line : RaceLines()) report.lines.push_back(std::move(line));
  for (const std::string& line : why_) report.lines.push_back(line);
}

std::optional<TechniqueReport> PathsStrategy::report() const {
  const SearchCounts counts = search_.counts();
  std::unordered_set<std::uint32_t> affected;
  std::vector<std::string> places;
  for (const auto& [key, branch] : search_.branches())
    if (affected.insert(branch.site).second) places.push_back(Place(branch.site));
  std::ranges::sort(places);
  TechniqueReport report{.name = "paths"};
  report.values = {{"mode", std::string(ModeName(mode_))},
                   {"branches", std::uint64_t{sites_.size()}},
                   {"branch_instances", counts.branch_instances},
                   {"affected", std::uint64_t{affected.size()}},
                   {"affected_at", places},
                   {"groups", counts.groups},
                   {"variants", counts.variants},
                   {"runs", counts.executed},
                   {"rows", counts.rows},
                   {"manners", std::uint64_t{manners_.size()}},
                   {"untested", counts.untested_groups},
                   {"left", search_.left()},
                   {"unrealised", counts.unrealised},
                   {"deadlocks_predicted", counts.dead},
                   {"graph", std::string(counts.capped ? "flips" : "complete")},
                   {"inconsistent", RaceLines()}};
  if (settings_->why_line != 0) report.values.emplace_back("why", why_);
  AddLines(report);
  return report;
}

}  // namespace paths

std::unique_ptr<Strategy> MakePathsStrategy(const StrategyOptions& options) {
  auto settings = options.inputs.Get<paths::Settings>();
  const bool paper = (settings != nullptr && settings->paper) || options.parameter == "paper";
  return std::make_unique<paths::PathsStrategy>(options, paper ? paths::Mode::kPaper : paths::Mode::kDefault,
                                                std::move(settings));
}
std::unique_ptr<Strategy> MakeReachStrategy(const StrategyOptions& options) {
  return std::make_unique<paths::PathsStrategy>(options, paths::Mode::kReach, options.inputs.Get<paths::Settings>());
}
std::unique_ptr<Strategy> MakeThreadPairsStrategy(const StrategyOptions& options) {
  return std::make_unique<paths::PathsStrategy>(options, paths::Mode::kPairs, options.inputs.Get<paths::Settings>());
}

}  // namespace reweave
