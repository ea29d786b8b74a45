// Which run comes next, and what can be said of the search so far.
#include <algorithm>
#include <utility>

#include "techniques/paths/search.h"

namespace reweave::paths {

std::optional<Test> Search::Next() {
  if (out_) return std::nullopt;
  if (options_.mode == Mode::kPaper) return NextPaper();
  return NextDefault();
}

std::optional<Test> Search::NextDefault() {
  const bool stops = options_.mode == Mode::kDefault && options_.stop_at_rows;
  const bool reduced = stops && Reduced();
  const bool rows = stops && (reduced ? EachOutcomeSeen() : outcomes_.all_seen());
  coarse_ = coarse_ || (stops && (reduced || pending_.size() > kMostRows));
  while (true) {
    const std::size_t best = BestPending(rows, reduced);
    if (best == pending_.size()) break;
    if (options_.mode != Mode::kDefault || pending_[best].dead || Over()) return Take(best);
    const std::size_t same = RepeatedRun(pending_[best]);
    if (same == known_.size()) return Take(best);
    const Key key = std::move(pending_[best].variant.key);
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(best));
    ++counts_.covered;
    LookAgain(same, key);
  }
  ended_ = (rows || reduced || coarse_) && !pending_.empty() ? Ended::kRows : Ended::kVariants;
  return std::nullopt;
}

bool Search::Reduced() const {
  std::uint64_t rows = 1;
  for (const auto& [place, branch] : branches_)
    if (!branch.external && (rows *= branch.possible) > kMostRows) return true;
  return false;
}

bool Search::EachOutcomeSeen() const {
  return std::ranges::all_of(branches_, [](const auto& entry) {
    return entry.second.external || entry.second.outcomes.size() >= entry.second.possible;
  });
}

std::size_t Search::BestPending(bool rows, bool reduced) const {
  std::size_t best = pending_.size(), most = 0;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const Pending& pending = pending_[i];
    if (rows && !pending.dead && !pending.hidden) continue;
    if (options_.mode != Mode::kDefault) return i;
    if (coarse_ && !pending.dead && turns_.contains(pending.turn)) continue;
    std::size_t untested = 0, lacking = 0;  // groups; of these, those of a branch that has an outcome to show
    for (const Group& group : pending.groups) {
      if (tested_.contains(group.key)) continue;
      ++untested;
      const auto branch = reduced ? branches_.find(group.branch) : branches_.end();
      lacking += branch != branches_.end() && branch->second.outcomes.size() < branch->second.possible;
    }
    if (reduced && !pending.dead && !pending.hidden && untested == 0) continue;
    const std::size_t score = pending.dead ? 0 : 1 + untested + 1024 * lacking + (pending.preferred ? 1u << 20 : 0);
    if (best == pending_.size() || score > most) most = score, best = i;
  }
  return best;
}

// What every access sees and how synchronisation ends, in this order.
Search::Key Search::VersionsOf(const Execution& run, const std::vector<std::uint32_t>& order, bool last_differs) {
  std::unordered_map<std::uint32_t, std::uint32_t> version;
  Key key;
  for (const std::uint32_t number : order) {
    const Op& op = run.ops[number];
    if (const auto result = ResultOf(op))
      key.emplace_back(op.anchor, last_differs && number == order.back() ? !*result : *result);
    if (!IsAccess(op.kind)) continue;
    version[op.object] += Writes(op.kind);
    key.emplace_back(op.anchor, version[op.object]);
  }
  return key;
}

bool Search::Known::Repeats(const Key& key) const {
  return !versions.empty() && std::ranges::all_of(key, [&](const auto& entry) {
    const auto seen = versions[0].find(entry.first);
    return seen != versions[0].end() && seen->second == entry.second;
  });
}

// The number of an executed run that began in this very way, every access included: what a run of the variant can lead to begins
// like it. None: how many there are.
std::size_t Search::RepeatedRun(const Pending& pending) const {
  const Execution& run = *runs_[pending.source];
  const std::vector<std::uint32_t> order = ExpandPath(run, pending.variant.path);
  if (order.size() > kMostCompared) return known_.size();
  const Key key = VersionsOf(run, order, true);
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (runs_[i] != nullptr && known_[i].Repeats(key)) return i;
  return known_.size();
}

bool Search::GoesOnAfter(const Execution& run, const std::vector<std::uint32_t>& order,
                         const std::vector<std::uint16_t>& threads) const {
  if (options_.mode == Mode::kPairs || order.size() > kMostCompared) return false;
  const Key key = VersionsOf(run, order, false);
  return std::ranges::any_of(known_, [&](const Known& known) {
    const bool further = std::ranges::all_of(threads, [&](std::uint16_t thread) {
      if (thread >= run.threads.size()) return false;
      const auto length = known.lengths.find(run.thread_names[thread]);
      return length != known.lengths.end() && length->second > run.threads[thread].size();
    });
    return further && known.Repeats(key);
  });
}

// As if the run had been made again, to show what these reads see: they count as relevant in it.
void Search::LookAgain(std::size_t number, const Key& key) {
  for (const auto& [read, seen] : key) also_[number].insert(read);
  const std::shared_ptr<const Execution> run = runs_[number];
  Relevance last = std::exchange(relevance_, FindRelevance(*run, shown_, also_[number], options_.every_turn));
  known_[number] = WhatItShows(*run);
  std::erase_if(pending_, [&](const Pending& pending) { return !pending.dead && Covered(pending, known_[number]); });
  AddDefault(*run, static_cast<std::uint32_t>(number));
  relevance_ = std::move(last);
}

// Earlier runs in which one thread alone used these: their orders left the operations out, which now can end in another way.
void Search::LookAgainFor(const std::vector<std::uint64_t>& objects) {
  if (objects.empty() || options_.mode == Mode::kPaper) return;
  for (std::size_t i = 0; i + 1 < known_.size(); ++i) {
    const auto used = [&](std::uint64_t name) { return known_[i].objects.contains(name); };
    if (std::ranges::none_of(objects, used)) continue;
    if (runs_[i] == nullptr) {
      forgotten_ = true;
      continue;
    }
    Relevance last = std::exchange(relevance_, FindRelevance(*runs_[i], shown_, also_[i], options_.every_turn));
    known_[i] = WhatItShows(*runs_[i]);
    AddVariants(runs_[i], static_cast<std::uint32_t>(i));
    relevance_ = std::move(last);
  }
}

std::optional<Test> Search::Take(std::size_t index) {
  out_ = std::move(pending_[index]);
  pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(index));
  const Execution& run = *runs_[out_->source];
  Test test{
      .id = out_->id, .source = out_->source, .order = ExpandPath(run, out_->variant.path), .choices = {}, .dead = out_->dead};
  if (options_.mode == Mode::kPairs) test.order = WithCreators(run, test.order);
  for (std::size_t i = 0; i < out_->variant.path.size(); ++i)
    if (run.ops[out_->variant.path[i]].kind == OpKind::kSignal)
      test.choices.emplace_back(out_->variant.path[i], out_->variant.choices[i]);
  return test;
}

bool Search::complete() const {
  if (ended_ == Ended::kNo || counts_.capped || counts_.unrealised != 0 || forgotten_) return false;
  switch (options_.mode) {
    case Mode::kDefault:
    case Mode::kReach: return pending_.empty();
    case Mode::kPaper: return branches_.empty();
    case Mode::kPairs: return pending_.empty() && most_threads_ <= 2;
  }
  return false;
}

std::uint64_t Search::preferred_left() const {
  return static_cast<std::uint64_t>(std::ranges::count(pending_, true, &Pending::preferred));
}

std::vector<bool> Search::NeededRuns() const {
  std::vector<bool> needed(runs_.size(), false);
  for (const Pending& pending : pending_) needed[pending.source] = true;
  if (out_) needed[out_->source] = true;
  if (options_.mode == Mode::kPaper) return needed;
  std::size_t kept = 0;  // the latest of the others, to be looked at again
  for (std::size_t i = runs_.size(); i-- > 0 && kept < kMostKept;) {
    if (needed[i] || runs_[i] == nullptr) continue;
    kept += runs_[i]->ops.size();
    needed[i] = kept < kMostKept;
  }
  return needed;
}

SearchCounts Search::counts() const {
  SearchCounts out = counts_;
  out.rows = outcomes_.seen();
  if (options_.mode == Mode::kPaper) {
    out.groups = completed_.size();
    out.untested_groups = table_.groups() - table_.tested_groups();
    out.reduced = table_.reduced();
  } else {
    std::unordered_set<std::uint64_t> open;
    for (const Pending& pending : pending_)
      for (const Group& group : pending.groups)
        if (!tested_.contains(group.key)) open.insert(group.key);
    out.groups = tested_.size() + open.size();
    out.untested_groups = open.size();
    out.reduced = options_.mode == Mode::kDefault && options_.stop_at_rows && (coarse_ || Reduced());
  }
  return out;
}
}  // namespace reweave::paths
