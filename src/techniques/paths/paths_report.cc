// What path exploration has to say: part of PathsStrategy.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "techniques/paths/paths_strategy.h"

namespace reweave::paths {

namespace {

constexpr std::size_t kMostRuns = 40;      // columns of the table of branches
constexpr std::size_t kMostBranches = 500; // its rows

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

// A file, or its last parts.
static bool Names(const std::string& file, const std::string& name) { return file == name || file.ends_with("/" + name); }

// Why the branch at this line is or is not affected: what its condition was computed from, and who writes that.
void PathsStrategy::Explain(const Execution& run) {
  if (explained_) return;
  std::vector<std::string> lines;
  bool executed = false, labelled = false;
  for (const std::uint32_t site : sites_)
    executed = executed || Names(Place(site), fmt::format("{}:{}", settings_->why_file, settings_->why_line));
  const auto at_line = [&](std::uint32_t site) {
    const ProgramSlices::Place& place = program_.Find(site);
    return place.site != nullptr && place.site->position().line == settings_->why_line &&
           Names(place.site->position().file, settings_->why_file);
  };
  // Of several instances, one that can be changed.
  std::optional<std::uint32_t> chosen;
  bool is = false;
  for (const AffectedBranch& affected : search_.last_relevance().affected)
    if (!is && at_line(run.branches[affected.branch].site)) chosen = affected.branch, is = true;
  for (std::uint32_t i = 0; !chosen && i < run.branches.size(); ++i)
    if (!run.branches[i].hidden && at_line(run.branches[i].site)) chosen = i;
  if (chosen) {
    labelled = true;
    std::vector<std::string> reads, writes;
    for (const std::uint32_t number : DependenciesOf(run, *chosen)) {
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
  }
  if (!labelled)
    lines.push_back(executed ? fmt::format("{}:{} cannot be changed by the interleaving: its condition uses no shared variable",
                                           settings_->why_file, settings_->why_line)
                             : fmt::format("no branch was executed at {}:{}", settings_->why_file, settings_->why_line));
  if (why_.empty() || labelled || executed) why_ = std::move(lines);
}

// The outcome of a branch that all of these runs have and some others have not; of several, the one that fewest runs have.
std::string PathsStrategy::OnlyWhere(const std::vector<std::uint32_t>& runs) const {
  std::string out;
  std::size_t fewest = 0;
  for (const auto& [key, branch] : search_.branches()) {
    std::map<std::uint32_t, std::set<std::uint32_t>> by_outcome;
    for (const auto& [run, outcome] : branch.by_run) by_outcome[outcome].insert(run + 1);
    for (const auto& [outcome, with] : by_outcome) {
      if (by_outcome.size() < 2 || !std::ranges::all_of(runs, [&](std::uint32_t run) { return with.contains(run); })) continue;
      if (out.empty() || with.size() < fewest)
        out = fmt::format("{} is {}", Place(branch.site), OutcomeText(branch.site, outcome)), fewest = with.size();
    }
  }
  return out;
}

std::vector<std::string> PathsStrategy::RaceLines() const {
  std::vector<std::string> out;
  for (const LockDiscipline::Inconsistency& race : discipline_.found()) {
    const bool raced = raced_.contains(std::minmax({race.first_site, race.second_site}));
    std::string where;
    if (race.runs.empty()) {
      where = fmt::format("one access in run {}, the other in run {}; ", race.other_run, race.run);
    } else {
      const std::string only = OnlyWhere(race.runs);
      const std::string run = fmt::format("{}run {}", race.run > 1 && !only.empty() ? "new path, " : "", race.runs.front());
      if (!only.empty()) where = fmt::format("only on the path where {} ({}); ", only, run);
      else if (race.run > 1) where = fmt::format("first in {}; ", run);
    }
    out.push_back(fmt::format("{} {}: {}{} {} and {} {}{}", raced ? "race on" : "no common lock for", VariableAt(race.first_site),
                              where, race.first_writes ? "write" : "read", Place(race.first_site),
                              race.second_writes ? "write" : "read", Place(race.second_site), raced ? ", no common lock" : ""));
  }
  return out;
}

// What is said of the rest. "Nothing left" is said only if it is so.
std::string PathsStrategy::LeftText() const {
  if (sequential_) return "one thread: nothing to explore";
  if (exhausted()) return "nothing left";
  const std::string orders = Plural(search_.left(), "order");
  if (search_.ended() == Ended::kRows && search_.counts().reduced)
    return fmt::format("{} not tried (paths:all tries them)", orders);
  if (search_.ended() == Ended::kRows)
    return fmt::format("every combination of their outcomes was seen, {} not tried{}", orders,
                       mode_ == Mode::kDefault ? " (paths:all tries them)" : "");
  if (search_.ended() == Ended::kNo) return orders + " left to try";
  if (ended_runs_ == 0) return "no run came to an end: what the threads do later is not known";
  if (cut_.unknown()) return "a failure ended runs, and what other threads would have done then is not known";
  if (SeesOutside() && search_.complete())
    return "no order of memory accesses and locks left; orders in which threads use files, descriptors or signals were not tried";
  if (turns_left_out_ && mode_ == Mode::kDefault && search_.complete())
    return settings_->all || options_.parameter == "all"
               ? "no order left but of turns of a loop beyond the 64th"
               : "no order left but of turns of a loop that read what earlier ones did (paths:all tries them)";
  if (unexplained_ != 0 && search_.complete())
    return "no order of recorded accesses left; something was written by code that is not instrumented";
  switch (mode_) {
    case Mode::kPaper: return fmt::format("every group as published was tested, {} not tried", orders);
    case Mode::kPairs: return "no order of two threads left; orders of three or more were not tried";
    default: return "no order left that could be brought about";
  }
}

bool PathsStrategy::Touches(const BranchReport& branch) const {
  const auto touches = [this](std::uint32_t site) { return Touches(site); };
  return Touches(branch.site) || std::ranges::any_of(branch.reads, touches) || std::ranges::any_of(branch.writers, touches);
}

void PathsStrategy::AddLines(TechniqueReport& report) const {
  const SearchCounts counts = search_.counts();
  std::unordered_set<std::uint32_t> affected;
  for (const auto& [key, branch] : search_.branches()) affected.insert(branch.site);
  report.lines.push_back(fmt::format("{} of {} can be changed by the interleaving; {}, {}, {}", affected.size(),
                                     sites_.size() == 1 ? "1 branch" : fmt::format("{} branches", sites_.size()),
                                     Plural(counts.groups, "group"), Plural(counts.executed, "run"), LeftText()));
  if (counts.untested_groups != 0) report.lines.push_back(fmt::format("{} not tested", Plural(counts.untested_groups, "group")));
  if (affected.empty() && counts.executed > 0)
    report.lines.push_back(
        std::string("no branch of the program's own code depends on a variable that another thread writes at any time") +
        (SeesOutside()                         ? ""
         : !cut_.unknown() && ended_runs_ != 0 ? ": one run shows every path through it"
                                               : ", as far as the runs came"));
  if (!unusable_.empty())
    report.lines.push_back(
        fmt::format("{}: build the program with reweave-c++ and let it run in full, or raise the limits", unusable_));
  if (counts.capped)
    report.lines.push_back("a run has too many orders: single reads and writes were turned instead, not all orders");
  if (settings_->compares) {
    std::set<std::uint32_t> touched;
    for (const auto& [key, branch] : search_.branches())
      if (Touches(branch)) touched.insert(branch.site);
    report.lines.push_back(touched.empty() ? std::string("the change touches none of them, nor what they depend on")
                                           : fmt::format("the change touches {} of them: orders that turn {} came first, {}",
                                                         touched.size(), touched.size() == 1 ? "it" : "these",
                                                         search_.preferred_left() == 0
                                                             ? "none of these is left"
                                                             : fmt::format("{} of these left", search_.preferred_left())));
  }
  if (counts.reduced)
    report.lines.push_back("more than 4096 combinations of outcomes, or orders: the goal is each outcome of each branch, and "
                           "each place that reads what "
                           "another place wrote, once");
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
  if (odd_unlocks_ != 0)
    report.lines.push_back(
        fmt::format("a thread gave back a lock that it did not hold ({} in one run)", Plural(odd_unlocks_, "time")));
  if (held_at_exit_ != 0) report.lines.push_back(fmt::format("{} ended with a lock held", Plural(held_at_exit_, "thread")));
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
                   {"rows_reduced", counts.reduced},
                   {"manners", std::uint64_t{manners_.size()}},
                   {"odd_unlocks", odd_unlocks_},
                   {"held_at_exit", held_at_exit_},
                   {"untested", counts.untested_groups},
                   {"left", search_.left()},
                   {"unrealised", counts.unrealised},
                   {"deadlocks_predicted", counts.dead},
                   {"graph", std::string(counts.capped ? "flips" : "complete")},
                   {"inconsistent", RaceLines()}};
  if (settings_->compares) {
    std::set<std::string> touched;
    for (const auto& [key, branch] : search_.branches())
      if (Touches(branch)) touched.insert(Place(branch.site));
    report.values.emplace_back("touched", std::uint64_t{touched.size()});
    report.values.emplace_back("touched_at", std::vector<std::string>(touched.begin(), touched.end()));
    report.values.emplace_back("touched_left", search_.preferred_left());
  }
  if (settings_->why_line != 0) report.values.emplace_back("why", why_);
  AddLines(report);
  AddTable(report);
  report.caveats.push_back("schedules that turn no branch: they change values, not paths");
  if (turns_left_out_) report.caveats.push_back("iterations of a loop beyond the first that depend on the same operations");
  if (unexplained_ != 0) report.caveats.push_back("orders of writes by code without instrumentation, which some reads showed");
  if (std::ranges::any_of(search_.branches(), [](const auto& entry) { return entry.second.external; }))
    report.caveats.push_back("outcomes that depend on input from outside the program, too");
  return report;
}

// One row a branch, one column a run: which way the branch went, at its first instance.
void PathsStrategy::AddTable(TechniqueReport& report) const {
  const auto runs = std::min<std::size_t>(search_.counts().executed, kMostRuns);
  TechniqueReport::Table table{.title = "Branches that the interleaving can change, by run", .columns = {"branch", "depends on"}};
  for (std::size_t run = 1; run <= runs; ++run) table.columns.push_back(fmt::format("{}", run));
  const auto cell = [this](std::uint32_t site, const std::string& text) {
    const ProgramSlices::Place& place = program_.Find(site);
    TechniqueReport::Cell out{.text = text};
    if (place.site != nullptr) out.file = place.site->position().file, out.line = place.site->position().line;
    return out;
  };
  for (const auto& [key, branch] : search_.branches()) {
    if (table.rows.size() >= kMostBranches) {
      ++table.left_out;
      continue;
    }
    std::set<std::string> names;
    for (const std::uint32_t site : branch.reads) names.insert(VariableAt(site));
    std::vector<TechniqueReport::Cell> row = {cell(branch.site, Place(branch.site))};
    row.push_back({.text = fmt::format("{}", fmt::join(names, ", "))});
    row.resize(2 + runs, {.text = "-"});
    for (const auto& [run, outcome] : branch.by_run)
      if (run < runs) row[2 + run].text = OutcomeText(branch.site, outcome);
    table.rows.push_back(std::move(row));
  }
  std::ranges::sort(table.rows, {}, [](const auto& row) { return std::tuple(row[0].file, row[0].line, row[0].text); });
  if (!table.rows.empty()) report.tables.push_back(std::move(table));
}

}  // namespace reweave::paths
