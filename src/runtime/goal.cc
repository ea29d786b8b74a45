#include "runtime/goal.h"

#include "abi/hold_objects.h"

namespace reweave::rt {
namespace {

using abi::Hold;

u32 HoldCount() { return g_rt.plan->holds < abi::kMostHolds ? g_rt.plan->holds : abi::kMostHolds; }
bool IsFirst(const Hold& h, u32 site, u32 caller) { return h.first_site == site && h.first_caller == caller; }
bool IsThen(const Hold& h, u32 site, u32 caller) { return h.then_site == site && h.then_caller == caller; }

// The entry that says which objects hold `i` is about, or null.
const Hold* ObjectsOf(u32 i) {
  return i + 1 < HoldCount() && g_rt.holds[i + 1].first_site == abi::kHoldObjects ? &g_rt.holds[i + 1] : nullptr;
}
bool IsObject(u32 wanted, u64 object) { return wanted == 0 || wanted == static_cast<u32>(object); }
bool IsAtFirst(u32 i, const Fiber* f) {
  if (!IsFirst(g_rt.holds[i], f->pend.site, f->goal_caller)) return false;
  const Hold* objects = ObjectsOf(i);
  return !objects || IsObject(objects->first_caller, f->pend.obj);
}
bool IsAtThen(u32 i, const Fiber* f) {
  if (!IsThen(g_rt.holds[i], f->pend.site, f->goal_caller)) return false;
  const Hold* objects = ObjectsOf(i);
  return !objects || IsObject(objects->then_caller, f->pend.obj);
}

// Nobody but the fiber itself has done what the hold waits for. Some may have to come through before it begins.
bool IsOpenFor(u32 i, const Fiber* f) {
  if (const Hold* objects = ObjectsOf(i); objects && W->hold_passes[i] < objects->then_site) return false;
  if (!(W->holds_done >> i & 1)) return true;
  return W->hold_doer[i] == f->tid && !(W->holds_by_two >> i & 1);
}

// Whether some hold that is still open keeps the fiber back.
bool IsHeld(const Fiber* f) {
  // With many threads each of them needs its turn before the one that is waited for comes.
  if (f->hold_over || W->steps - f->held_since > abi::kLongestHold + 16ull * W->threads) return false;
  for (u32 i = 0; i < HoldCount(); ++i)
    if (IsOpenFor(i, f) && IsAtThen(i, f)) return true;
  return false;
}

// Whether a hold that nobody has fulfilled waits for what the fiber is about to do.
bool IsAwaited(const Fiber* f) {
  for (u32 i = 0; i < HoldCount(); ++i)
    if (!(W->holds_done >> i & 1) && IsAtFirst(i, f)) return true;
  return false;
}

// In every second run, who did what somebody was held for gives way to the others: they go on where it has just been.
bool GivesWay(const Fiber* f) { return W->hold_giver == f->tid && (g_rt.seed & 1) == 0; }

}  // namespace

void GoalStart() {
  W->holds_done = W->holds_by_two = 0;
  W->hold_giver = kNoThread;
  for (u8& passes : W->hold_passes) passes = 0;
}

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
  for (u32 i = 0; i < HoldCount(); ++i) {
    if (IsAtThen(i, f) && W->hold_passes[i] < 255) ++W->hold_passes[i];
    if (!IsAtFirst(i, f)) continue;
    if (!(W->holds_done >> i & 1)) W->hold_doer[i] = static_cast<u16>(f->tid), W->hold_giver = f->tid;
    else if (W->hold_doer[i] != f->tid) W->holds_by_two |= 1u << i;
    W->holds_done |= 1u << i;
  }
}

// Awaited ones first, then the others, by priority. If all are held the one that has waited longest goes on: its hold failed.
Fiber* GoalPick() {
  Fiber *best = nullptr, *held = nullptr, *put_off = nullptr;
  u32 best_rank = 0;
  for (u32 w = 0; w < W->words; ++w)
    for (u64 m = g_rt.cand[w]; m; m &= m - 1) {
      Fiber* f = &W->fibers[w * 64 + static_cast<u32>(__builtin_ctzll(m))];
      if (IsPutOff(f)) {
        if (!put_off || f->priority > put_off->priority) put_off = f;
        continue;
      }
      if (IsHeld(f)) {
        if (!held || f->held_since < held->held_since) held = f;
        continue;
      }
      u32 rank = GivesWay(f) ? 0 : IsAwaited(f) ? 2 : 1;
      if (!best || rank > best_rank || (rank == best_rank && f->priority > best->priority)) best = f, best_rank = rank;
    }
  if (best) return best;
  if (!held) return put_off;
  held->hold_over = true;
  return held;
}

}  // namespace reweave::rt
