#include "techniques/paths/graph.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace reweave::paths {

namespace {

struct Hash128 {
  std::uint64_t low, high;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};
struct HashOfHash {
  std::size_t operator()(const Hash128& h) const { return h.low; }
};
Hash128 HashOf(const std::string& text) {
  Hash128 h{0x9ae16a3b2f90404full, 0xc949d7c7509e6557ull};
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word;
    __builtin_memcpy(&word, text.data() + at, 8);
    h.low = Mix(h.low, word), h.high = Mix(h.high ^ word, at);
  }
  std::uint64_t rest = text.size();
  for (; at < text.size(); ++at) rest = rest << 8 | static_cast<unsigned char>(text[at]);
  return {Mix(h.low, rest), Mix(h.high, ~rest)};
}

struct State {
  std::vector<std::uint32_t> index;  // by thread: operations done
  std::vector<std::uint32_t> seen;   // by tracked variable: version, or last write + 1
  std::vector<std::uint32_t> reads;  // by thread: relevant reads done, and synchronisation that can end in one of two ways
  SyncState sync;
  std::uint32_t node = 0;
};

struct Node {
  std::uint32_t parent;
  std::uint32_t op;
  std::uint8_t choice;
};

class Builder {
 public:
  Builder(const Execution& run, const GraphOptions& options)
      : run_(run), options_(options), world_(run, options.sync, options.threads), sequences_(run.threads.size()) {
    const bool versions = options.kind == GraphOptions::Kind::kVersions;
    tracked_.assign(run.variables.size(), kNoObject);
    version_.assign(run.ops.size(), 0);
    std::vector<std::uint32_t> count(run.variables.size(), 0);
    for (std::uint32_t i = 0; i < run.ops.size(); ++i) {
      const Op& op = run.ops[i];
      if (!TakesPart(i)) continue;
      sequences_[op.thread].push_back(i);
      if (!IsAccess(op.kind)) continue;
      if (versions || Relevant(i)) Track(op.object);
      if (Writes(op.kind)) ++count[op.object];
      version_[i] = count[op.object];
    }
  }

  Graph Build() {
    State root{std::vector<std::uint32_t>(sequences_.size(), 0), std::vector<std::uint32_t>(tracked_count_, 0),
               std::vector<std::uint32_t>(sequences_.size(), 0), SyncState(world_), 0};
    nodes_.push_back({~0u, kNoOp, 0});
    Known(root);
    std::deque<State> queue;
    queue.push_back(std::move(root));
    for (std::uint64_t turn = 0; !queue.empty() && !graph_.capped; ++turn) {
      if (turn % 256 == 255 && Over()) break;
      const State state = std::move(queue.front());
      queue.pop_front();
      Expand(state, queue);
    }
    graph_.nodes = nodes_.size();
    graph_.variant_count = variants_.size();
    Materialise();
    return std::move(graph_);
  }

 private:
  struct Found {
    std::uint32_t node;
    std::uint32_t op;
    std::uint8_t choice;
    std::uint32_t sees;   // write + 1, or version
    bool first;           // with its key
  };

  // Nobody waits for the orders any more: the graph ends as if the cap was reached.
  bool Over() {
    if (!options_.over || !options_.over()) return false;
    graph_.capped = true;
    return true;
  }

  bool TakesPart(std::uint32_t i) const {
    const Op& op = run_.ops[i];
    if (!options_.threads.empty() && !options_.threads[op.thread]) return false;
    if (options_.sync == SyncRules::kNone && !IsAccess(op.kind)) return false;
    return options_.kept.empty() || options_.kept[i];
  }
  bool Relevant(std::uint32_t i) const { return options_.relevant.empty() || options_.relevant[i]; }
  // Who comes last to a barrier matters only to who looks at the result.
  bool HasResult(std::uint32_t i) const {
    return ResultOf(run_.ops[i]).has_value() && (run_.ops[i].kind != OpKind::kArrive || Relevant(i));
  }
  void Track(std::uint32_t variable) {
    if (tracked_[variable] == kNoObject) tracked_[variable] = tracked_count_++;
  }

  // True: this state was there before.
  bool Known(const State& state) {
    text_.clear();
    for (const auto* part : {&state.index, &state.seen})
      text_.append(reinterpret_cast<const char*>(part->data()), part->size() * sizeof(std::uint32_t));
    state.sync.AppendTo(text_);
    return !known_.insert(HashOf(text_)).second;
  }

  void Expand(const State& state, std::deque<State>& queue) {
    bool left = false, moved = false;
    for (std::size_t t = sequences_.size(); t-- > 0;) {
      if (state.index[t] >= sequences_[t].size()) continue;
      left = true;
      const std::uint32_t op = sequences_[t][state.index[t]];
      const SyncState::Can can = state.sync.Check(world_, op);
      if (can == SyncState::Can::kBlocked) {
        ++graph_.infeasible;
        continue;
      }
      moved = true;
      if (can == SyncState::Can::kDiffers && HasResult(op)) {
        // A time limit that runs out matters only to who looks at the result.
        if (run_.ops[op].timed && !Relevant(op)) continue;
        ++graph_.children;
        AddVariant(state, op, 0, 0);
        continue;
      }
      for (std::uint32_t choice = state.sync.Choices(world_, op); choice-- > 0;) Child(state, op, choice, queue);
      if (graph_.capped) return;
    }
    if (left && !moved) dead_.push_back(state.node);
  }

  void Child(const State& state, std::uint32_t number, std::uint32_t choice, std::deque<State>& queue) {
    const Op& op = run_.ops[number];
    ++graph_.children;
    const bool versions = options_.kind == GraphOptions::Kind::kVersions;
    const bool tracked = IsAccess(op.kind) && tracked_[op.object] != kNoObject;
    std::uint32_t now = tracked ? state.seen[tracked_[op.object]] : 0;
    if (tracked) {
      if (versions) {
        now += Writes(op.kind);
        if (now != version_[number]) return AddVariant(state, number, choice, now);
      } else if (Reads(op.kind) && Relevant(number) && now != op.writer + 1) {
        return AddVariant(state, number, choice, now);
      }
    }
    State next = state;
    ++next.index[op.thread];
    if (tracked && Writes(op.kind)) next.seen[tracked_[op.object]] = versions ? now : number + 1;
    if ((Reads(op.kind) && Relevant(number)) || HasResult(number)) ++next.reads[op.thread];
    if (!IsAccess(op.kind)) next.sync.Execute(world_, number, choice);
    if (Known(next)) {
      ++graph_.duplicates;
      return;
    }
    if (nodes_.size() >= options_.node_cap) {
      graph_.capped = true;
      return;
    }
    next.node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({state.node, number, static_cast<std::uint8_t>(choice)});
    queue.push_back(std::move(next));
  }

  // All reads on the way saw what they saw in the run: which they are, and what the last one sees, is the key.
  void AddVariant(const State& state, std::uint32_t op, std::uint32_t choice, std::uint32_t sees) {
    text_.clear();
    const auto& counts = options_.kind == GraphOptions::Kind::kVersions ? state.index : state.reads;
    text_.append(reinterpret_cast<const char*>(counts.data()), counts.size() * sizeof(std::uint32_t));
    text_.append(reinterpret_cast<const char*>(&op), sizeof(op));
    text_.append(reinterpret_cast<const char*>(&sees), sizeof(sees));
    const bool first = keys_.insert(HashOf(text_)).second;
    variants_.push_back({state.node, op, static_cast<std::uint8_t>(choice), sees, first});
  }

  Variant PathTo(std::uint32_t node) const {
    Variant out;
    for (; nodes_[node].op != kNoOp; node = nodes_[node].parent)
      out.path.push_back(nodes_[node].op), out.choices.push_back(nodes_[node].choice);
    std::ranges::reverse(out.path);
    std::ranges::reverse(out.choices);
    return out;
  }

  std::uint64_t Sees(const Op& op, std::uint32_t seen) const {
    if (!IsAccess(op.kind)) return !*ResultOf(op);
    if (options_.kind == GraphOptions::Kind::kVersions) return seen;
    return seen == 0 ? 0 : run_.ops[seen - 1].anchor;
  }

  // `last`: what the last operation sees, if it is the one that differs.
  void FillKey(Variant& variant, std::optional<std::uint32_t> last) const {
    const bool versions = options_.kind == GraphOptions::Kind::kVersions;
    for (std::size_t i = 0; i < variant.path.size(); ++i) {
      const Op& op = run_.ops[variant.path[i]];
      if (last && i + 1 == variant.path.size()) {
        variant.key.emplace_back(op.anchor, Sees(op, *last));
      } else if (IsAccess(op.kind) && versions) {
        variant.key.emplace_back(op.anchor, version_[variant.path[i]]);
      } else if (Reads(op.kind) && Relevant(variant.path[i])) {
        variant.key.emplace_back(op.anchor, op.writer == kNoOp ? 0 : run_.ops[op.writer].anchor);
      } else if (HasResult(variant.path[i])) {
        variant.key.emplace_back(op.anchor, *ResultOf(op));
      }
    }
    std::ranges::sort(variant.key);
  }

  // Long runs have many orders, each as long as the run: to write them all down takes the square of its length.
  void Materialise() {
    std::uint64_t steps = 0;
    for (const Found& found : variants_) {
      if (!found.first && !options_.all_variants) continue;
      if (Over()) return graph_.variants.clear();
      if (steps > options_.step_cap) {
        graph_.capped = true;
        break;
      }
      Variant variant = PathTo(found.node);
      variant.path.push_back(found.op), variant.choices.push_back(found.choice);
      FillKey(variant, found.sees);
      steps += variant.path.size();
      graph_.variants.push_back(std::move(variant));
    }
    std::ranges::sort(graph_.variants, [&](const Variant& a, const Variant& b) { return Before(a, b); });
    for (const std::uint32_t node : dead_) {
      if (Over()) return;
      graph_.dead.push_back(PathTo(node));
      FillKey(graph_.dead.back(), std::nullopt);
    }
  }
  bool Before(const Variant& a, const Variant& b) const {
    for (std::size_t i = 0; i < std::min(a.path.size(), b.path.size()); ++i) {
      const std::uint16_t ta = run_.ops[a.path[i]].thread, tb = run_.ops[b.path[i]].thread;
      if (ta != tb) return ta < tb;
      if (a.choices[i] != b.choices[i]) return a.choices[i] < b.choices[i];
    }
    return a.path.size() < b.path.size();
  }

  const Execution& run_;
  const GraphOptions& options_;
  SyncWorld world_;
  std::vector<std::vector<std::uint32_t>> sequences_;
  std::vector<std::uint32_t> tracked_, version_;  // by variable; by operation
  std::uint32_t tracked_count_ = 0;
  std::unordered_set<Hash128, HashOfHash> known_, keys_;
  std::vector<Node> nodes_;
  std::vector<Found> variants_;
  std::vector<std::uint32_t> dead_;
  std::string text_;
  Graph graph_;
};

}  // namespace

std::optional<bool> ResultOf(const Op& op) {
  switch (op.kind) {
    case OpKind::kTry:
    case OpKind::kAcquire:
    case OpKind::kArrive:
    case OpKind::kJoin: return op.failed;
    case OpKind::kLock:
    case OpKind::kWaitEnd: return op.timed || op.failed ? std::optional(op.failed) : std::nullopt;
    case OpKind::kOnceRun: return false;
    case OpKind::kOnceReturn: return true;
    default: return std::nullopt;
  }
}

Graph BuildGraph(const Execution& run, const GraphOptions& options) { return Builder(run, options).Build(); }

std::vector<std::uint32_t> ExpandPath(const Execution& run, const std::vector<std::uint32_t>& path) {
  std::vector<std::uint32_t> done(run.threads.size(), 0), out;
  for (const std::uint32_t number : path) {
    const Op& op = run.ops[number];
    for (; done[op.thread] <= op.position; ++done[op.thread]) out.push_back(run.threads[op.thread][done[op.thread]]);
  }
  return out;
}

std::vector<std::uint32_t> ReadsFrom(const Execution& run, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> last(run.variables.size(), kNoOp), out;
  out.reserve(order.size());
  for (const std::uint32_t number : order) {
    const Op& op = run.ops[number];
    out.push_back(Reads(op.kind) ? last[op.object] : kNoOp);
    if (Writes(op.kind)) last[op.object] = number;
  }
  return out;
}

std::vector<std::uint32_t> Complete(const Execution& run, const Variant& variant, SyncRules rules) {
  const SyncWorld world(run, rules);
  SyncState state(world);
  std::vector<std::uint32_t> out = ExpandPath(run, variant.path);
  std::vector<bool> done(run.ops.size(), false);
  std::unordered_map<std::uint32_t, std::uint8_t> choices;
  for (std::size_t i = 0; i < variant.path.size(); ++i)
    if (variant.choices[i] != 0) choices[variant.path[i]] = variant.choices[i];
  std::vector<std::uint32_t> next(run.threads.size(), 0);
  const auto execute = [&](std::uint32_t number) {
    done[number] = true;
    ++next[run.ops[number].thread];
    const auto choice = choices.find(number);
    if (!IsAccess(run.ops[number].kind)) state.Execute(world, number, choice == choices.end() ? 0 : choice->second);
  };
  for (const std::uint32_t number : out) execute(number);
  std::vector<std::uint32_t> rest, postponed;
  for (std::uint32_t i = 0; i < run.ops.size(); ++i)
    if (!done[i]) rest.push_back(i);
  for (bool moved = true; moved && !rest.empty(); rest.swap(postponed)) {
    moved = false;
    postponed.clear();
    for (const std::uint32_t number : rest) {
      const Op& op = run.ops[number];
      const bool turn = next[op.thread] == op.position;
      if (!turn || (!IsAccess(op.kind) && state.Check(world, number) == SyncState::Can::kBlocked)) {
        postponed.push_back(number);
        continue;
      }
      execute(number);
      out.push_back(number);
      moved = true;
    }
  }
  return out;
}

}  // namespace reweave::paths
