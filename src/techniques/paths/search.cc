#include "techniques/paths/search.h"

#include <algorithm>
#include <map>

namespace reweave::paths {

namespace {

constexpr std::uint32_t kAttempts = 3;
constexpr std::size_t kMostUnaffected = 20'000;  // branches whose outcomes are kept though nobody else can turn them so far
// What every thread did up to a place each, without the order between them.
std::uint64_t PathsOf(const Execution& run, const std::vector<std::uint32_t>& done) {
  std::vector<std::uint64_t> trail(run.threads.size());
  for (std::size_t t = 0; t < trail.size(); ++t) trail[t] = Mix(run.thread_names[t], done[t]);
  for (const BranchInstance& branch : run.branches)
    if (!branch.hidden && branch.position <= done[branch.thread])
      trail[branch.thread] = Mix(Mix(trail[branch.thread], branch.anchor), branch.outcome);
  std::ranges::sort(trail);
  std::uint64_t out = 0;
  for (const std::uint64_t part : trail) out = Mix(out, part);
  return out;
}

std::uint64_t PlaceOf(const Execution& run, const BranchInstance& branch) {
  return Mix(Mix(run.thread_names[branch.thread], branch.site), branch.context);
}

}  // namespace

// --- What a run shows ------------------------------------------------------------------------------------------------

void Search::Add(std::shared_ptr<const Execution> run, std::optional<std::uint32_t> test, bool followed, bool repeatable) {
  ++counts_.executed;
  most_threads_ = std::max(most_threads_, run->threads.size());
  const std::vector<std::uint64_t> contended = NoteUsers(*run);
  also_.emplace_back();
  if (options_.mode == Mode::kDefault && out_ && test && out_->id == *test)
    for (const auto& [read, seen] : out_->variant.key) also_.back().insert(read);
  relevance_ = FindRelevance(*run, shown_, also_.back(), options_.every_turn);
  paths::Add(shown_, *run, relevance_);
  runs_.push_back(run);
  known_.push_back(WhatItShows(*run));
  for (const AffectedBranch& branch : relevance_.affected)
    if (!run->branches[branch.branch].external) affected_.insert(run->branches[branch.branch].anchor);
  outcomes_.Add(*run, affected_);
  Report(*run);
  if (options_.mode == Mode::kDefault) NoteTurns(*run);
  if (run->deadlock) {
    std::vector<std::uint32_t> done;
    for (const auto& thread : run->threads) done.push_back(static_cast<std::uint32_t>(thread.size()));
    dead_.insert(PathsOf(*run, done));
  }
  if (out_ && test && out_->id == *test) {
    // Whatever is said of it: a run that was made for an order shows it, or it went elsewhere.
    const std::uint64_t turn = out_->turn;
    const bool asked = !followed || (options_.mode == Mode::kDefault && !out_->dead);
    const bool missed = asked && options_.mode != Mode::kPaper && !Covered(*out_, known_.back());
    if (missed && !repeatable && ++out_->failures < kAttempts) pending_.push_back(std::move(*out_));
    else if (missed) ++counts_.unrealised;
    if (missed && ++missed_[turn] >= kAttempts) turns_.insert(turn);
    out_.reset();
  }
  if (options_.mode != Mode::kPaper) {
    const std::size_t before = pending_.size();
    std::erase_if(pending_, [&](const Pending& pending) { return !pending.dead && Covered(pending, known_.back()); });
    counts_.covered += before - pending_.size();
  }
  AddVariants(run, static_cast<std::uint32_t>(runs_.size() - 1));
  LookAgainFor(contended);
  const std::vector<bool> needed = NeededRuns();
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (!needed[i]) runs_[i] = nullptr;
}

Search::Known Search::WhatItShows(const Execution& run) const {
  Known known;
  for (std::size_t t = 0; t < run.threads.size(); ++t) known.lengths[run.thread_names[t]] = run.threads[t].size();
  known.objects.insert(run.object_names.begin(), run.object_names.end());
  if (options_.mode == Mode::kDefault || options_.mode == Mode::kPaper) {
    const std::vector<bool> contended = Contended(run);
    for (std::size_t i = 0; i < run.ops.size(); ++i) {
      const Op& op = run.ops[i];
      if (Reads(op.kind) && relevance_.relevant[i]) known.sees[op.anchor] = op.writer == kNoOp ? 0 : run.ops[op.writer].anchor;
      else if (const auto result = ResultOf(op); result && contended[i]) known.sees[op.anchor] = *result;
    }
  }
  if (options_.mode != Mode::kPaper && run.ops.size() <= kMostCompared) {
    const std::size_t n = run.threads.size();
    const std::size_t maps = options_.mode == Mode::kPairs ? n * n : 1;
    known.versions.resize(maps);
    std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> count(maps);
    const auto note = [&](std::size_t map, const Op& op) {
      std::uint32_t& version = count[map][op.object];
      version += Writes(op.kind);
      known.versions[map][op.anchor] = version;
    };
    for (auto& map : known.versions) map.insert(run.alone.begin(), run.alone.end());
    for (const Op& op : run.ops) {
      if (const auto result = ResultOf(op)) {
        for (auto& map : known.versions) map[op.anchor] = *result;
        continue;
      }
      if (!IsAccess(op.kind)) continue;
      if (maps == 1) note(0, op);
      else
        for (std::size_t other = 0; other < n; ++other)
          if (other != op.thread) note(std::min<std::size_t>(other, op.thread) * n + std::max<std::size_t>(other, op.thread), op);
    }
  }
  return known;
}

bool Search::Covered(const Pending& pending, const Known& known) const {
  const bool versions = options_.mode == Mode::kReach || options_.mode == Mode::kPairs;
  if (versions && pending.pair >= known.versions.size()) return false;
  const auto& map = versions ? known.versions[pending.pair] : known.sees;
  return std::ranges::all_of(pending.variant.key, [&](const auto& entry) {
    const auto seen = map.find(entry.first);
    return seen != map.end() && seen->second == entry.second;
  });
}

bool Search::CoveredByAny(const Pending& pending) const {
  return std::ranges::any_of(known_, [&](const Known& known) { return Covered(pending, known); });
}

void Search::Report(const Execution& run) {
  counts_.branch_instances = std::max(counts_.branch_instances, run.branches_executed);
  const auto number = static_cast<std::uint32_t>(runs_.size() - 1);
  for (const AffectedBranch& affected : relevance_.affected) {
    const BranchInstance& branch = run.branches[affected.branch];
    const std::uint64_t place = PlaceOf(run, branch);
    BranchReport& report = branches_[place];
    if (const auto before = unaffected_.extract(place))  // runs that did not show who else writes what it reads
      for (const auto& way : before.mapped()) report.by_run.push_back(way), ++report.outcomes[way.second];
    report.site = branch.site;
    report.external = report.external || branch.external;
    report.possible = branch.outcomes;
    ++report.instances;
    if (report.by_run.empty() || report.by_run.back().first != number) {
      report.by_run.emplace_back(number, branch.outcome);
      ++report.outcomes[branch.outcome];
    } else {
      report.outcomes.try_emplace(branch.outcome, 1);
    }
    if (!affected.representative || branch.external) continue;
    std::uint64_t group = branch.anchor;
    for (const std::uint32_t op : affected.ops) {
      if (Reads(run.ops[op].kind)) {
        report.reads.insert(run.ops[op].site);
        const std::uint32_t writer = run.ops[op].writer;
        group = Mix(Mix(group, run.ops[op].anchor), writer == kNoOp ? 0 : run.ops[writer].anchor);
      } else if (const auto result = ResultOf(run.ops[op])) {
        group = Mix(Mix(group, run.ops[op].anchor), *result);
      }
      if (Writes(run.ops[op].kind)) report.writers.insert(run.ops[op].site);
    }
    report.groups.insert(group);
    tested_.insert(group);
    groups_.insert(group);
  }
  const auto tell = [&](const BranchInstance& branch) {
    const std::uint64_t place = PlaceOf(run, branch);
    const auto known = branches_.find(place);
    if (branch.hidden || (known == branches_.end() && unaffected_.size() >= kMostUnaffected && !unaffected_.contains(place)))
      return;
    auto& ways = known != branches_.end() ? known->second.by_run : unaffected_[place];
    if (!ways.empty() && ways.back().first == number) return;
    ways.emplace_back(number, branch.outcome);
    if (known != branches_.end()) ++known->second.outcomes[branch.outcome];
  };
  std::ranges::for_each(run.branches, tell);
  std::ranges::for_each(run.quiet, tell);
}

// Which place reads what which place wrote, or how synchronisation ended there: without instances, so that there are few.
std::uint64_t Search::TurnOf(const Execution& run, const Op& op, const Op* writer, bool result) {
  const std::uint64_t place = Mix(run.thread_names[op.thread], op.site);
  if (!IsAccess(op.kind)) return Mix(place, result ? 2 : 1);
  return Mix(place, writer == nullptr ? 0 : Mix(run.thread_names[writer->thread], writer->site));
}

void Search::NoteTurns(const Execution& run) {
  for (std::size_t i = 0; i < run.ops.size(); ++i) {
    const Op& op = run.ops[i];
    if (Reads(op.kind) && relevance_.relevant[i])
      turns_.insert(TurnOf(run, op, op.writer == kNoOp ? nullptr : &run.ops[op.writer], false));
    else if (const auto result = ResultOf(op)) turns_.insert(TurnOf(run, op, nullptr, *result));
  }
}

// Synchronisation that threads use in turn, in this run or in others: an object that one thread alone uses here may be used by
// another on another path.
// Returns the names of those that are used in turn only now.
std::vector<std::uint64_t> Search::NoteUsers(const Execution& run) {
  std::vector<std::uint64_t> out;
  const auto use = [&](std::uint32_t object, std::uint16_t thread) {
    if (object >= run.object_names.size()) return;
    const auto [known, fresh] = users_.try_emplace(run.object_names[object], run.thread_names[thread]);
    if (fresh || known->second == run.thread_names[thread] || known->second == kSeveral) return;
    known->second = kSeveral;
    out.push_back(known->first);
  };
  for (const Op& op : run.ops)
    if (!IsAccess(op.kind)) use(op.object, op.thread), use(op.other, op.thread);
  return out;
}

// Contended synchronisation, creation and join order operations of different threads; what one thread alone uses does not.
std::vector<bool> Search::Contended(const Execution& run) const {
  const auto shared = [&](std::uint32_t object) {
    if (object >= run.object_names.size()) return false;
    const auto known = users_.find(run.object_names[object]);
    return known != users_.end() && known->second == kSeveral;
  };
  std::vector<bool> out(run.ops.size(), false);
  for (std::size_t i = 0; i < run.ops.size(); ++i) {
    const Op& op = run.ops[i];
    if (IsAccess(op.kind)) continue;
    const bool thread =
        op.kind == OpKind::kCreate || op.kind == OpKind::kBegin || op.kind == OpKind::kEnd || op.kind == OpKind::kJoin;
    out[i] = thread || op.kind == OpKind::kChannel || shared(op.object) || shared(op.other);
  }
  return out;
}

// --- Variants --------------------------------------------------------------------------------------------------------

std::vector<bool> Search::Kept(const Execution& run, bool relevant_only) const {
  std::vector<bool> kept = Contended(run);
  for (std::size_t i = 0; i < run.ops.size(); ++i) {
    const Op& op = run.ops[i];
    if (relevance_.relevant[i]) kept[i] = true;
    if (relevant_only || !IsAccess(op.kind)) continue;
    kept[i] = run.variables[op.object].shared && !run.variables[op.object].read_shared;
  }
  return kept;
}

void Search::AddVariants(const std::shared_ptr<const Execution>& run, std::uint32_t source) {
  switch (options_.mode) {
    case Mode::kDefault: return AddDefault(*run, source);
    case Mode::kPaper: return AddPaper(*run, source);
    case Mode::kReach: return AddVersions(*run, source, {}, 0);
    case Mode::kPairs: {
      const std::size_t n = run->threads.size();
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = a + 1; b < n; ++b) {
          std::vector<bool> threads(n, false);
          threads[a] = threads[b] = true;
          if (Over()) return;
          AddVersions(*run, source, threads, static_cast<std::uint32_t>(a * n + b));
        }
    }
  }
}

void Search::Push(Pending pending) {
  ++counts_.variants;
  pending.id = next_id_++;
  pending_.push_back(std::move(pending));
}

// By operation: a branch depends on it that the change touches, itself or by another operation it depends on.
std::vector<bool> Search::Preferred(const Execution& run) const {
  std::vector<bool> out(run.ops.size(), !touches_);
  if (!touches_) return out;
  for (const AffectedBranch& affected : relevance_.affected) {
    const bool touched = touches_(run.branches[affected.branch].site) ||
                         std::ranges::any_of(affected.ops, [&](std::uint32_t op) { return touches_(run.ops[op].site); });
    if (touched)
      for (const std::uint32_t op : affected.ops) out[op] = true;
  }
  return out;
}

void Search::AddDefault(const Execution& run, std::uint32_t source) {
  const std::vector<bool> kept = Kept(run, true);
  const std::vector<bool> preferred = Preferred(run);
  Graph graph =
      BuildGraph(run, {.kept = kept, .relevant = relevance_.relevant, .node_cap = options_.node_cap, .over = options_.over});
  counts_.nodes += graph.nodes;
  if (graph.capped) {
    counts_.capped = true;
    std::vector<Variant> more = Flips(run, relevance_.relevant, SyncRules::kNative, options_.over);
    std::ranges::move(more, std::back_inserter(graph.variants));
  }
  std::unordered_map<Anchor, std::uint32_t> writes;
  for (std::uint32_t i = 0; i < run.ops.size(); ++i)
    if (Writes(run.ops[i].kind) && relevance_.relevant[i]) writes[run.ops[i].anchor] = i;
  for (Variant& variant : graph.variants) {
    if (Over()) break;
    Pending pending{.source = source, .variant = std::move(variant)};
    if (!keys_.insert(pending.variant.key).second) continue;
    if (CoveredByAny(pending)) {
      ++counts_.covered;
      continue;
    }
    pending.groups = PredictedGroups(run, pending.variant);
    for (const Group& group : pending.groups) groups_.insert(group.key);
    const Op& last = run.ops[pending.variant.path.back()];
    const auto entry = std::ranges::find(pending.variant.key, last.anchor, &Key::value_type::first);
    const auto seen = entry == pending.variant.key.end() ? writes.end() : writes.find(entry->second);
    pending.turn = TurnOf(run, last, seen == writes.end() ? nullptr : &run.ops[seen->second],
                          entry != pending.variant.key.end() && entry->second != 0);
    pending.preferred = preferred[pending.variant.path.back()];
    pending.hidden = !relevance_.recorded[pending.variant.path.back()];
    Push(std::move(pending));
  }
  AddDead(run, source, std::move(graph.dead), kept);
}

void Search::AddDead(const Execution& run, std::uint32_t source, std::vector<Variant> ends, const std::vector<bool>& kept) {
  for (Variant& dead : ends) {
    if (Over()) break;
    // Threads that have operations left stand before them; those in between that do not take part are done.
    std::vector<std::uint32_t> done(run.threads.size(), 0);
    std::vector<std::uint32_t> position(run.threads.size(), 0);
    for (const std::uint32_t op : dead.path) position[run.ops[op].thread] = run.ops[op].position + 1;
    for (std::size_t t = 0; t < done.size(); ++t) {
      done[t] = position[t];
      while (done[t] < run.threads[t].size() && !kept[run.threads[t][done[t]]]) ++done[t];
    }
    if (dead.path.empty() || !dead_.insert(PathsOf(run, done)).second) continue;
    ++counts_.dead;
    Push({.source = source, .variant = std::move(dead), .dead = true});
  }
}

// What each branch of the run would see if the rest happened in the order of the run.
std::vector<Search::Group> Search::PredictedGroups(const Execution& run, const Variant& variant) const {
  const std::vector<std::uint32_t> order = Complete(run, variant, SyncRules::kNative);
  const std::vector<std::uint32_t> from = ReadsFrom(run, order);
  std::unordered_map<std::uint32_t, std::uint32_t> sees;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (relevance_.relevant[order[i]]) sees[order[i]] = from[i];
  std::vector<Group> out;
  for (const AffectedBranch& affected : relevance_.affected) {
    const BranchInstance& branch = run.branches[affected.branch];
    if (!affected.representative || branch.external) continue;
    std::uint64_t group = branch.anchor;
    for (const std::uint32_t op : affected.ops) {
      if (const auto result = ResultOf(run.ops[op])) {
        const bool other = op == variant.path.back();
        group = Mix(Mix(group, run.ops[op].anchor), *result != other);
      }
      if (!Reads(run.ops[op].kind)) continue;
      const auto found = sees.find(op);
      const std::uint32_t writer = found == sees.end() ? run.ops[op].writer : found->second;
      group = Mix(Mix(group, run.ops[op].anchor), writer == kNoOp ? 0 : run.ops[writer].anchor);
    }
    out.push_back({group, PlaceOf(run, branch)});
  }
  return out;
}

void Search::AddVersions(const Execution& run, std::uint32_t source, const std::vector<bool>& threads, std::uint32_t pair) {
  const std::vector<bool> kept = Kept(run, false);
  Graph graph = BuildGraph(run, {.kind = GraphOptions::Kind::kVersions,
                                 .kept = kept,
                                 .threads = threads,
                                 .node_cap = options_.node_cap,
                                 .over = options_.over,
                                 .all_variants = true});
  counts_.nodes += graph.nodes;
  counts_.capped = counts_.capped || graph.capped;
  for (Variant& variant : graph.variants) {
    if (Over()) break;
    Pending pending{.source = source, .variant = std::move(variant), .pair = pair};
    // Also what only one thread uses in this run: in another run that may be what tells two orders of the rest apart.
    if (options_.mode == Mode::kReach) pending.variant.key = VersionsOf(run, ExpandPath(run, pending.variant.path), true);
    Key key = pending.variant.key;
    if (options_.mode == Mode::kPairs)
      key.emplace_back(0, Mix(run.thread_names[pair / run.threads.size()], run.thread_names[pair % run.threads.size()]));
    if (!keys_.insert(std::move(key)).second) continue;
    if (CoveredByAny(pending)) ++counts_.covered;
    else Push(std::move(pending));
  }
  if (options_.mode == Mode::kReach) AddDead(run, source, std::move(graph.dead), kept);
}

}  // namespace reweave::paths
