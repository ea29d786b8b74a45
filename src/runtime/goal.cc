#include "runtime/goal.h"

namespace reweave::rt {
namespace {

using abi::Hold;

u32 HoldCount() { return g_rt.plan->holds < abi::kMostHolds ? g_rt.plan->holds : abi::kMostHolds; }
bool IsOpen(u32 i) { return !(W->holds_done >> i & 1); }
bool IsFirst(const Hold& h, u32 site, u32 caller) { return h.first_site == site && h.first_caller == caller; }
bool IsThen(const Hold& h, u32 site, u32 caller) { return h.then_site == site && h.then_caller == caller; }

// Whether some hold that is still open keeps the fiber back.
bool IsHeld(const Fiber* f) {
  // With many threads each of them needs its turn before the one that is waited for comes.
  if (f->hold_over || W->steps - f->held_since > abi::kLongestHold + 16ull * W->threads) return false;
  for (u32 i = 0; i < HoldCount(); ++i)
    if (IsOpen(i) && IsThen(g_rt.holds[i], f->pend.site, f->goal_caller)) return true;
  return false;
}

// Whether some hold that is still open waits for what the fiber is about to do.
bool IsAwaited(const Fiber* f) {
  for (u32 i = 0; i < HoldCount(); ++i)
    if (IsOpen(i) && IsFirst(g_rt.holds[i], f->pend.site, f->goal_caller)) return true;
  return false;
}

}  // namespace

bool AtGoalPlace(const Fiber* f, u32 site) {
  for (u32 i = 0; i < HoldCount(); ++i) {
    const Hold& h = g_rt.holds[i];
    if (h.first_site != site && h.then_site != site) continue;
    u32 caller = UserCallSite(f);
    if (IsFirst(h, site, caller) || IsThen(h, site, caller)) return true;
  }
  return false;
}

void GoalAnnounced(Fiber* f) {
  f->goal_caller = UserCallSite(f);
  f->held_since = W->steps;
  f->hold_over = false;
}

void GoalExecuted(const Fiber* f) {
  for (u32 i = 0; i < HoldCount(); ++i)
    if (IsFirst(g_rt.holds[i], f->pend.site, f->goal_caller)) W->holds_done |= 1u << i;
}

// Awaited ones first, then the others, by priority. If all are held the one that has waited longest goes on: its hold failed.
Fiber* GoalPick() {
  Fiber *best = nullptr, *held = nullptr, *timed = nullptr;
  bool best_awaited = false;
  for (u32 w = 0; w < W->words; ++w)
    for (u64 m = g_rt.cand[w]; m; m &= m - 1) {
      Fiber* f = &W->fibers[w * 64 + static_cast<u32>(__builtin_ctzll(m))];
      if (TimeoutOnly(f)) {
        if (!timed || f->priority > timed->priority) timed = f;
        continue;
      }
      if (IsHeld(f)) {
        if (!held || f->held_since < held->held_since) held = f;
        continue;
      }
      bool awaited = IsAwaited(f);
      if (!best || awaited > best_awaited || (awaited == best_awaited && f->priority > best->priority))
        best = f, best_awaited = awaited;
    }
  if (best) return best;
  if (!held) return timed;
  held->hold_over = true;
  return held;
}

}  // namespace reweave::rt
