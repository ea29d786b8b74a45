#include "techniques/paths/manners.h"

#include <algorithm>
#include <utility>

namespace reweave::paths {

namespace {

constexpr std::size_t kMostUses = 64;  // different ways to access one variable that are compared with each other

// The locks of a thread, with how often it has each. A wait gives its lock back and takes it again.
class Held {
 public:
  // +1: takes the first lock; -1: gives the last one back; 0: neither. `odd`: a lock that it does not hold.
  void Take(std::uint64_t lock, bool shared) { locks_.push_back(lock << 1 | (shared ? 1 : 0)); }
  bool Give(std::uint64_t lock) {
    const auto at = std::ranges::find_if(locks_.rbegin(), locks_.rend(),
                                         [&](std::uint64_t held) { return held >> 1 == (lock & ~0ull >> 1); });
    if (at == locks_.rend()) return false;
    locks_.erase(std::next(at).base());
    return true;
  }
  const std::vector<std::uint64_t>& locks() const { return locks_; }

 private:
  std::vector<std::uint64_t> locks_;
};

bool Takes(const Op& op) {
  return op.kind == OpKind::kLock || (op.kind == OpKind::kTry && !op.failed) ||
         (op.kind == OpKind::kWaitEnd && op.other != kNoObject);
}
bool Gives(const Op& op) { return op.kind == OpKind::kUnlock || (op.kind == OpKind::kWaitBegin && op.other != kNoObject); }
std::uint32_t LockOf(const Op& op) { return op.other != kNoObject ? op.other : op.object; }

}  // namespace

Manners MannersOf(const Execution& run, const std::vector<bool>& skip) {
  Manners out;
  out.threads.resize(run.threads.size());
  std::vector<std::uint64_t> keys;
  for (std::size_t t = 0; t < run.threads.size(); ++t) {
    Held held;
    Manner open;
    std::set<Manner>& manners = out.threads[t];
    for (const std::uint32_t number : run.threads[t]) {
      const Op& op = run.ops[number];
      const bool access = IsAccess(op.kind) && run.variables[op.object].shared && (skip.empty() || !skip[number]);
      if (!access && !Takes(op) && !Gives(op)) continue;
      const std::pair<std::uint32_t, OpKind> entry{op.site, op.kind};
      const bool inside = !held.locks().empty();
      if (Takes(op)) held.Take(LockOf(op), op.shared);
      const bool given = Gives(op) && held.Give(LockOf(op));
      if (Gives(op) && !given) ++out.odd_unlocks;
      if (!inside && !Takes(op)) {
        manners.insert({entry});
        continue;
      }
      open.push_back(entry);
      if (held.locks().empty()) manners.insert(std::exchange(open, {}));
    }
    if (!open.empty()) ++out.held_at_end, manners.insert(open);
    std::uint64_t key = run.thread_names[t];
    for (const Manner& manner : manners)
      for (const auto& [site, kind] : manner) key = Mix(key, std::uint64_t{site} << 8 | static_cast<std::uint8_t>(kind));
    keys.push_back(Mix(key, manners.size()));
  }
  std::ranges::sort(keys);
  for (const std::uint64_t key : keys) out.key = Mix(out.key, key);
  return out;
}

// Readers may hold any lock; a writer's lock counts only if it keeps readers out.
bool LockDiscipline::Protected(const Use& a, const Use& b) {
  for (const std::uint64_t held : a.locks)
    for (const std::uint64_t other : b.locks) {
      if (held >> 1 != other >> 1) continue;
      if ((held & 1) == 0 || (other & 1) == 0) {
        const bool a_counts = !a.write || (held & 1) == 0, b_counts = !b.write || (other & 1) == 0;
        if (a_counts && b_counts) return true;
      }
    }
  return false;
}

// Threads that are not all over before it, nor begin after it, whatever the schedule.
std::vector<std::uint64_t> LockDiscipline::Beside(const Execution& run, std::uint32_t op) {
  std::vector<std::uint64_t> out;
  for (std::size_t t = 0; t < run.threads.size(); ++t) {
    const auto& ops = run.threads[t];
    if (t == run.ops[op].thread || ops.empty() || run.MustPrecede(op, ops.front()) || run.MustPrecede(ops.back(), op)) continue;
    out.push_back(run.thread_names[t]);
  }
  return out;
}

void LockDiscipline::Found(std::uint64_t variable, const Use& a, const Use& b) {
  const auto [known, fresh] = known_.try_emplace({variable, std::min(a.site, b.site), std::max(a.site, b.site)}, found_.size());
  if (fresh)
    found_.push_back(
        {variable, a.site, b.site, a.caller, b.caller, a.write, b.write, std::max(a.run, b.run), std::min(a.run, b.run), {}});
  auto& runs = found_[known->second].runs;
  if (a.run == b.run && (runs.empty() || runs.back() != a.run)) runs.push_back(a.run);
}

void LockDiscipline::Add(const Execution& run, std::uint32_t number) {
  const auto name = [&](std::uint32_t lock) { return lock < run.object_names.size() ? run.object_names[lock] : lock; };
  std::vector<Held> held(run.threads.size());
  for (const std::uint32_t lock : run.held_before)
    if (!held.empty()) held[0].Take(name(lock), false);
  std::vector<std::vector<Use>> uses(run.variables.size());
  for (std::uint32_t i = 0; i < run.ops.size(); ++i) {
    const Op& op = run.ops[i];
    if (Takes(op)) held[op.thread].Take(name(LockOf(op)), op.shared);
    if (Gives(op)) held[op.thread].Give(name(LockOf(op)));
    if (!IsAccess(op.kind)) continue;
    const Variable& variable = run.variables[op.object];
    if (!variable.shared || variable.read_shared) continue;
    Use use{run.thread_names[op.thread], op.site, op.caller, i, number, Writes(op.kind), op.atomic, held[op.thread].locks(), {}};
    auto& list = uses[op.object];
    // The same access again, later: it is in the way of fewer others, but may not be ordered by creation any more.
    if (list.size() >= kMostUses || std::ranges::count(list, use) >= 2) continue;
    list.push_back(std::move(use));
  }
  const auto conflict = [](const Use& a, const Use& b) {
    return a.thread != b.thread && (a.write || b.write) && !(a.atomic && b.atomic) && !Protected(a, b);
  };
  const auto has = [](const std::vector<std::uint64_t>& names, std::uint64_t one) {
    return std::ranges::find(names, one) != names.end();
  };
  for (std::size_t v = 0; v < uses.size(); ++v) {
    const std::uint64_t variable = run.variables[v].name;
    for (std::size_t a = 0; a < uses[v].size(); ++a)
      for (std::size_t b = a + 1; b < uses[v].size(); ++b) {
        const Use &first = uses[v][a], &second = uses[v][b];
        if (conflict(first, second) && !run.MustPrecede(first.op, second.op) && !run.MustPrecede(second.op, first.op))
          Found(variable, first, second);
      }
    // With accesses of other runs: one path has it locked, another has not.
    auto& before = uses_[variable];
    const std::size_t others = before.size();
    for (Use& use : uses[v]) {
      if (std::ranges::find(before, use) != before.end()) continue;
      use.beside = Beside(run, use.op);
      for (std::size_t i = 0; i < others; ++i)
        if (conflict(before[i], use) && has(use.beside, before[i].thread) && has(before[i].beside, use.thread))
          Found(variable, before[i], use);
      if (before.size() < kMostUses) before.push_back(std::move(use));
    }
  }
}

}  // namespace reweave::paths
