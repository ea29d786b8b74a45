#include <algorithm>
#include <set>

#include "techniques/paths/graph.h"

namespace reweave::paths {

namespace {

constexpr std::size_t kMostFlips = 20'000;
constexpr std::size_t kMostWrites = 64;  // of one read, the nearest in the run

// Executes operations of the run in its order while one thread is held; stops at the first read that differs.
class Player {
 public:
  Player(const Execution& run, const std::vector<bool>& relevant, const SyncWorld& world)
      : run_(run),
        relevant_(relevant),
        world_(world),
        state_(world),
        next_(run.threads.size(), 0),
        last_(run.variables.size(), kNoOp) {}

  // False: it cannot go on. Sets differs() if a relevant read sees something else.
  bool Do(std::uint32_t number) {
    const Op& op = run_.ops[number];
    if (next_[op.thread] != op.position) return false;
    if (!IsAccess(op.kind)) {
      const auto can = state_.Check(world_, number);
      if (can == SyncState::Can::kBlocked) return false;
      differs_ = can == SyncState::Can::kDiffers;
      if (!differs_) state_.Execute(world_, number);
    } else {
      if (Reads(op.kind) && relevant_[number] && last_[op.object] != op.writer) differs_ = true;
      sees_ = last_[op.object];
      if (Writes(op.kind)) last_[op.object] = number;
    }
    ++next_[op.thread];
    order_.push_back(number);
    return true;
  }
  bool done(std::uint32_t number) const { return next_[run_.ops[number].thread] > run_.ops[number].position; }
  bool differs() const { return differs_; }

  Variant Finish() const {
    Variant out;
    out.path = order_;
    out.choices.assign(order_.size(), 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Op& op = run_.ops[order_[i]];
      const bool last = i + 1 == order_.size();
      if (Reads(op.kind) && relevant_[order_[i]]) {
        const std::uint32_t writer = last ? sees_ : op.writer;
        out.key.emplace_back(op.anchor, writer == kNoOp ? 0 : run_.ops[writer].anchor);
      } else if (const auto result = ResultOf(op); result && (op.kind != OpKind::kArrive || relevant_[order_[i]])) {
        out.key.emplace_back(op.anchor, last && differs_ ? !*result : *result);
      }
    }
    std::ranges::sort(out.key);
    return out;
  }

 private:
  const Execution& run_;
  const std::vector<bool>& relevant_;
  const SyncWorld& world_;
  SyncState state_;
  std::vector<std::uint32_t> next_, last_, order_;
  std::uint32_t sees_ = kNoOp;
  bool differs_ = false;
};

// The read's thread is held until the write was made.
bool SeeLater(const Execution& run, Player& player, std::uint32_t read, std::uint32_t write) {
  for (std::uint32_t i = 0; i <= write; ++i) {
    if (run.ops[i].thread == run.ops[read].thread && run.ops[i].position >= run.ops[read].position) continue;
    player.Do(i);
    if (player.differs()) return true;
  }
  return player.done(write) && player.Do(read) && player.differs();
}

// As recorded up to the write, then the read's thread alone; others go on only while they must, to give something back.
bool SeeEarlier(const Execution& run, Player& player, std::uint32_t read, std::uint32_t write) {
  const std::uint32_t from = write == kNoOp ? 0 : write + 1;
  for (std::uint32_t i = 0; i < from; ++i) player.Do(i);
  const Op& target = run.ops[read];
  for (std::uint32_t round = 0; round < 8; ++round) {
    for (const std::uint32_t op : run.threads[target.thread]) {
      if (player.done(op)) continue;
      if (!player.Do(op)) break;
      if (player.differs() || op == read) return player.differs();
    }
    bool moved = false;
    for (std::uint32_t i = from; i < read; ++i) {
      const Op& op = run.ops[i];
      if (op.thread == target.thread || player.done(i)) continue;
      if (Writes(op.kind) && op.object == target.object) continue;  // its thread stays behind: later ones are out of turn
      moved = player.Do(i) || moved;
      if (player.differs()) return true;
    }
    if (!moved) return false;
  }
  return false;
}

}  // namespace

std::vector<Variant> Flips(const Execution& run, const std::vector<bool>& relevant, SyncRules rules,
                           const std::function<bool()>& over) {
  std::vector<Variant> out;
  std::set<std::vector<std::pair<Anchor, std::uint64_t>>> keys;
  const SyncWorld world(run, rules);
  for (std::uint32_t read = 0; read < run.ops.size() && out.size() < kMostFlips; ++read) {
    if (!Reads(run.ops[read].kind) || !relevant[read]) continue;
    const auto& writes = run.variables[run.ops[read].object].writes;
    const auto after = std::ranges::lower_bound(writes, read);
    std::vector<std::uint32_t> candidates;
    for (auto it = after; it != writes.end() && candidates.size() < kMostWrites; ++it)
      if (run.ops[*it].thread != run.ops[read].thread && !run.MustPrecede(read, *it)) candidates.push_back(*it);
    for (auto it = after; it != writes.begin() && candidates.size() < 2 * kMostWrites;)
      if (*--it != run.ops[read].writer) candidates.push_back(*it);
    if (run.ops[read].writer != kNoOp) candidates.push_back(kNoOp);
    for (const std::uint32_t write : candidates) {
      if (over && over()) return out;
      Player player(run, relevant, world);
      const bool later = write != kNoOp && write > read;
      if (!(later ? SeeLater(run, player, read, write) : SeeEarlier(run, player, read, write))) continue;
      Variant variant = player.Finish();
      if (keys.insert(variant.key).second) out.push_back(std::move(variant));
    }
  }
  return out;
}

std::vector<std::uint32_t> WithCreators(const Execution& run, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> created(run.threads.size(), kNoOp), out, next(run.threads.size(), 0);
  for (std::uint32_t i = 0; i < run.ops.size(); ++i)
    if (run.ops[i].kind == OpKind::kCreate && run.ops[i].value < created.size()) created[run.ops[i].value] = i;
  const auto go = [&](auto&& self, std::uint32_t op) -> void {
    const std::uint16_t thread = run.ops[op].thread;
    if (next[thread] == 0 && created[thread] != kNoOp &&
        next[run.ops[created[thread]].thread] <= run.ops[created[thread]].position)
      self(self, created[thread]);
    while (next[thread] <= run.ops[op].position) out.push_back(run.threads[thread][next[thread]++]);
  };
  for (const std::uint32_t op : order) go(go, op);
  return out;
}

}  // namespace reweave::paths
