#include "change/lock_effects.h"

#include <algorithm>
#include <utility>

#include "change/effects.h"
#include "change/unwinding.h"

namespace reweave::inline change {

LockEffects::LockEffects(const Facts& facts) : facts_(facts), effects_(facts.functions().size()) {
  constexpr int kMostRounds = 4;  // wrappers around wrappers settle in a few
  for (std::uint32_t i = 0; i < facts.functions().size(); ++i) by_id_.try_emplace(facts.functions()[i].id, i);
  for (int round = 0; round < kMostRounds; ++round) {
    bool changed = false;
    for (std::uint32_t i = 0; i < effects_.size(); ++i) {
      Effects net = NetEffect(i);
      changed |= net.size() != effects_[i].size();
      effects_[i] = std::move(net);
    }
    if (!changed) return;
  }
}

std::string LockEffects::TextOf(std::uint32_t function) const {
  std::string out;
  for (const auto& [lock, action] : effects_[function]) {
    out += action.kind == LockAction::kRelease ? '-' : action.kind == LockAction::kAcquire ? '+' : '~';
    out += (action.maybe ? "?" : "") + lock + ' ';
  }
  return out;
}

std::vector<LockEffect> LockEffects::ActionsOf(const CallSite& call) const {
  if (LockAction kind = LockActionOf(call); kind != LockAction::kNone) return {{kind, LockName(call)}};
  if (call.kind != facts::CalleeKind::kDirect) return {};
  auto callee = by_id_.find(call.callee);
  if (callee == by_id_.end()) return {};
  std::vector<LockEffect> out;
  for (const auto& [lock, action] : effects_[callee->second]) {
    // A library wrapper knows its mutex only as "the thing it was given"; the caller's object says which.
    const bool library = facts_.functions()[callee->second].system();
    out.push_back(
        {action.kind, library && call.object.kind != facts::VariableKind::kUnknown ? LockName(call) : lock, action.maybe});
  }
  return out;
}

// What the ways to a place agree on. True: less than before.
bool LockEffects::Join(const State& state, std::optional<State>& into) {
  if (!into) {
    into = state;
    return true;
  }
  return std::erase_if(*into, [&](const auto& entry) {
           auto other = state.find(entry.first);
           return other == state.end() || other->second != entry.second;
         }) > 0;
}

// What all ways through the function agree on, and what some do.
LockEffects::Effects LockEffects::NetEffect(std::uint32_t index) const {
  const FunctionFacts& f = facts_.functions()[index];
  if (std::ranges::none_of(f.calls,
                           [&](const CallSite& call) { return LockActionOf(call) != LockAction::kNone || HasEffect(call); }))
    return {};
  std::vector<std::vector<const CallSite*>> calls(f.blocks.size());
  for (const CallSite& call : f.calls) calls[call.block].push_back(&call);
  std::vector<std::optional<State>> at_start(f.blocks.size());
  std::optional<State> at_end;
  std::map<std::string, LockAction> kinds;
  const std::vector<bool> unwinding = UnwindingBlocks(f);
  if (!f.blocks.empty()) at_start[0].emplace();
  // In reverse post-order, again as long as a loop leads back with something else: `for (lock(m), on = 1; on; unlock(m), on =
  // 0)` keeps nothing.
  for (bool again = true; again;) {
    again = false;
    at_end.reset();
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      if (!at_start[b]) continue;
      State state = *at_start[b];
      for (const CallSite* call : calls[b]) {
        for (const LockEffect& action : ActionsOf(*call)) {
          if (action.maybe) continue;
          int& held = state[action.lock];
          held = std::clamp(held + (action.kind == LockAction::kRelease ? -1 : 1), -1, 1);
          if (action.kind != LockAction::kRelease) kinds[action.lock] = action.kind;
        }
      }
      for (const BlockEdge& edge : f.blocks[b].edges) again |= Join(state, at_start[edge.target]) && edge.target <= b;
      // A way that ends in a throw or in abort says nothing about what the others hold: unique_lock asks first whether it has a
      // mutex at all.
      if (f.blocks[b].edges.empty() && !unwinding[b] && (calls[b].empty() || !NeverReturns(*calls[b].back())))
        Join(state, at_end);
    }
  }
  Effects net;
  for (const auto& [lock, held] : at_end.value_or(State{}))
    if (held != 0) net[lock] = {held > 0 ? kinds[lock] : LockAction::kRelease, lock};
  if (at_end && !f.system()) AddPossible(f, calls, unwinding, net);
  return net;
}

// Locks that it only takes, or only gives back, though not on every way. One that does both does so under one condition: `if (on)
// lock(); ...; if (on) unlock();` keeps nothing.
void LockEffects::AddPossible(const FunctionFacts& f, const std::vector<std::vector<const CallSite*>>& calls,
                              const std::vector<bool>& unwinding, Effects& net) const {
  Effects taken, given;
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b)
    for (const CallSite* call : calls[b])
      for (const LockEffect& action : ActionsOf(*call)) {
        if (unwinding[b] && action.kind == LockAction::kRelease) continue;
        (action.kind == LockAction::kRelease ? given : taken)[action.lock] = {action.kind, action.lock, true};
      }
  // One without a name may be any: a unique_lock that was handed on gives back what it holds.
  const auto add = [&](const Effects& some, const Effects& others) {
    for (const auto& [lock, effect] : some)
      if (lock != "?" && !others.contains(lock) && !others.contains("?")) net.try_emplace(lock, effect);
  };
  add(taken, given);
  add(given, taken);
}

bool LockEffects::HasEffect(const CallSite& call) const {
  auto callee = call.kind == facts::CalleeKind::kDirect ? by_id_.find(call.callee) : by_id_.end();
  return callee != by_id_.end() && !effects_[callee->second].empty();
}

}  // namespace reweave::inline change
