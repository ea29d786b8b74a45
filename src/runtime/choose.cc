// Who runs next: the plan's prefix, then its tail policy. The only place where fibers are chosen.
#include "runtime/goal.h"
#include "runtime/rt.h"

namespace reweave::rt {

// Could run, but only to time out or to return spuriously.
bool TimeoutOnly(const Fiber* f) {
  if (f->pend.kind == EventKind::kWaitEnd) return (FreeTime() ? f->pend.arg != 0 : f->pend.arg > 1) && !f->woken;
  if (!FreeTime()) return false;
  return f->pend.timed && f->pend.ready && !f->pend.ready(f);
}

// The end of the process hides what the threads that are not joined would do, and shows nothing that a later end would not show.
// What they do beside exit handlers and static destructors is seen only if these begin early: in one run of four they may.
bool IsPutOff(const Fiber* f) {
  if (TimeoutOnly(f)) return true;
  if (f->pend.kind != EventKind::kProcessEnd) return false;
  return f->pend.arg == kGoes || (f->pend.arg == kRunsExitHandlers && (g_rt.seed * 0x9e3779b97f4a7c15ull >> 40) % 4 != 0);
}

// The program does not do what the plan expects.
[[noreturn]] void Diverge(abi::DivergedReason why, const abi::Segment& s, const Fiber* seen) {
  if (Event* e = RecordMeta(EventKind::kDiverged)) {
    e->tid = s.tid;
    e->ordinal = s.until;
    e->caller = W->segment;
    e->value = static_cast<u64>(why);
    e->site = s.site;
    if (seen) {
      e->value2 = static_cast<u64>(seen->pend.kind) << 32 | seen->ordinal;
      e->obj = seen->pend.site;
    }
  }
  EndRun(EndKind::kDiverged);
}

namespace {

using abi::DivergedReason;
using abi::TailPolicy;

constexpr u64 kLongestTurn = 20'000;    // steps of one thread in a row while others could run
constexpr u64 kLongestSpin = 50;        // of one that only comes to the same state again
constexpr u64 kTurnsBeforeTime = 1000;  // steps without any effect of threads that spin or yield, before time passes
constexpr u32 kMostMoves = 100'000;     // of the clock, for timers that nobody waits for

// Candidates: enabled, neither passed over nor spinning. False if there is none.
bool FillCandidates() {
  u64 any = 0;
  for (u32 i = 0; i < W->words; ++i) {
    any |= g_rt.cand[i] = W->enabled[i] & ~W->passed[i] & ~W->spinning[i];
    g_rt.over[i] = W->enabled[i] & ~g_rt.cand[i] & ~W->stutters[i];
  }
  if (RW_LIKELY(!W->timed_count)) {
    // Who was early once is not any more: else a thread that only spins would not count as one that can go on.
    for (u32 i = 0; !any && i < W->words; ++i) g_rt.early[i] = 0;
    return any != 0;
  }
  LeaveOutEarly();
  any = 0;
  for (u32 i = 0; i < W->words; ++i) any |= g_rt.cand[i];
  return any != 0;
}

template <typename Visit>
void ForEachCandidate(Visit visit) {
  for (u32 i = 0; i < W->words; ++i)
    for (u64 m = g_rt.cand[i]; m; m &= m - 1) visit(&W->fibers[i * 64 + static_cast<u32>(__builtin_ctzll(m))]);
}

// Everybody left yields or spins: those who yielded go first, then the spinning ones in turn.
void LetThemTurn() {
  u64 passed = 0;
  for (u32 i = 0; i < W->words; ++i) passed |= W->enabled[i] & W->passed[i] & ~W->spinning[i] & ~g_rt.early[i];
  for (u32 i = 0; i < W->words; ++i) W->passed[i] = 0;
  W->any_passed = false;
  if (passed) return;
  for (u32 i = 0; i < W->words; ++i) W->spinning[i] = 0;
  W->any_spinning = false;
}

// Makes the candidate set non-empty, or ends the run.
void NeedCandidates() {
  for (u32 moves = 0; !FillCandidates();) {
    if (W->fd_waiters && PollFds(false)) continue;
    u64 turn = 0, fresh = 0;
    for (u32 i = 0; i < W->words; ++i) {
      u64 can = W->enabled[i] & ~g_rt.early[i];
      turn |= can, fresh |= can & ~W->stutters[i];
    }
    if (Livelocked()) EndRun(EndKind::kLivelock);
    bool get_nowhere = !fresh || W->steps - W->effect_step > kTurnsBeforeTime;
    u64 deadline = !turn || get_nowhere ? FirstDeadline() : ~0ull;
    if (deadline != ~0ull && ++moves < kMostMoves) {
      if (!OutsideActsFirst(deadline - W->clock_ns)) PassTime();
    } else if (turn) {
      LetThemTurn();
    } else if (!WaitOutside()) {
      EndRun(EndKind::kDeadlock);
    }
  }
}

Fiber* First(bool timeouts) {
  Fiber* found = nullptr;
  ForEachCandidate([&](Fiber* f) {
    if (!found && TimeoutOnly(f) == timeouts) found = f;
  });
  return found;
}

bool IsCandidate(const Fiber* f) { return f && f->state == FiberState::kLive && Bit(g_rt.cand, f->tid); }

// Others run beside the end of the process, but not for ever: a thread that goes round in a loop is no reason not to end.
constexpr u64 kEndPatience = 1000;  // steps

bool AtEnd(const Fiber* f) { return f->pend.kind == EventKind::kProcessEnd; }

Fiber* EndNow() {
  if (W->steps - W->end_step <= kEndPatience) return nullptr;
  Fiber* found = nullptr;
  ForEachCandidate([&](Fiber* f) {
    if (!found && AtEnd(f)) found = f;
  });
  return found;
}

// The default choice while a thread is about to end the process: whoever else can run, so that one run shows what they do.
Fiber* BesideEnd(const Fiber* cur) {
  Fiber* found = nullptr;
  ForEachCandidate([&](Fiber* f) {
    if (!AtEnd(f) && !TimeoutOnly(f) && (!found || f == cur)) found = f;
  });
  return found;
}

Fiber* Stay(Fiber* cur) {
  if (RW_UNLIKELY(W->ending))
    if (Fiber* f = BesideEnd(cur)) return f;
  if (IsCandidate(cur) && !TimeoutOnly(cur)) return cur;
  if (Fiber* f = First(false)) return f;
  return First(true);
}

Fiber* Youngest(Fiber* cur) {
  if (IsCandidate(cur) && !TimeoutOnly(cur)) return cur;
  Fiber* found = nullptr;
  ForEachCandidate([&](Fiber* f) {
    if (!TimeoutOnly(f)) found = f;
  });
  return found ? found : First(true);
}

Fiber* RoundRobin() {
  for (u32 k = 0; k < W->threads; ++k) {
    u32 t = (W->rr_next + k) % W->threads;
    if (Bit(g_rt.cand, t)) {
      W->rr_next = t + 1;
      return &W->fibers[t];
    }
  }
  return First(true);
}

// Uniform among candidates. Those that are put off are candidates in one of sixteen draws, else waiting with a time limit would
// time out more often than not.
Fiber* RandomPick() {
  u32 n = 0, put_off = 0;
  ForEachCandidate([&](Fiber* f) {
    ++n;
    put_off += IsPutOff(f);
  });
  bool use_all = put_off == n;
  u32 k = 0;
  if (n > 1) {
    u64 r = Random64();
    use_all |= put_off && (r >> 48) % 16 == 0;
    k = static_cast<u32>((r & 0xffffffff) * (use_all ? n : n - put_off) >> 32);
  }
  Fiber* pick = nullptr;
  ForEachCandidate([&](Fiber* f) {
    if (!pick && (use_all || !IsPutOff(f)) && k-- == 0) pick = f;
  });
  return pick;
}

Fiber* HighestPriority() {
  Fiber* best = nullptr;
  for (int put_off = 0; put_off < 2 && !best; ++put_off)
    ForEachCandidate([&](Fiber* f) {
      if (IsPutOff(f) == (put_off != 0) && (!best || f->priority > best->priority)) best = f;
    });
  return best;
}

Fiber* Pct(Fiber* cur) {
  u32 points = g_rt.plan->pct_depth > 1 ? g_rt.plan->pct_depth - 1u : 0;
  if (points > 16) points = 16;
  while (W->pct_next < points && W->steps >= W->pct_points[W->pct_next]) {
    if (cur) cur->priority = points - W->pct_next;  // below every initial priority
    ++W->pct_next;
  }
  return HighestPriority();
}

// A thread that goes on and on may wait for what others would do, although it changes memory meanwhile (it counts its attempts,
// it helps an operation that is not its own): whatever the policy, they come to their turn, as soon as one of them can go on.
bool LongTurn(const Fiber* cur) {
  if (RW_LIKELY(W->turn <= kLongestSpin) || !IsCandidate(cur)) return false;
  return W->turn > kLongestTurn || Bit(W->stutters, cur->tid);
}

Fiber* AfterLongTurn(Fiber* cur) {
  Fiber* next = nullptr;
  for (u32 k = 1; k < W->threads && !next; ++k) {
    Fiber* f = &W->fibers[(cur->tid + k) % W->threads];
    if (IsCandidate(f) && !TimeoutOnly(f) && !AtEnd(f)) next = f;
  }
  if (next && g_rt.tail == TailPolicy::kPct) {  // below all others, but above those of the change points to come
    u64 low = cur->priority;
    for (u32 t = 0; t < W->threads; ++t)
      if (W->fibers[t].priority > 16 && W->fibers[t].priority < low) low = W->fibers[t].priority;
    cur->priority = low > 17 ? low - 1 : low;
  }
  return next;
}

// Random policies, in one run of 16: who yields or spins goes on nevertheless, as a thread with a processor of its own would,
// unless it only comes to the same state again. What it does after giving up (std::atomic::wait sleeps) would else happen only
// where nobody else can run. One step of 16 is left to the policy.
bool RunsOn(const Fiber* cur) {
  constexpr u64 kOneOf = 16;
  if (RW_LIKELY(!W->any_passed && !W->any_spinning) || (g_rt.seed * 0xd1342543de82ef95ull >> 32) % kOneOf != 0) return false;
  if (!cur || cur->state != FiberState::kLive || !Bit(g_rt.over, cur->tid) || TimeoutOnly(cur)) return false;
  return (Random64() >> 48) % kOneOf != 0;
}

Fiber* ByPolicy(Fiber* cur);

Fiber* Tail(Fiber* cur) {
  NeedCandidates();
  Fiber* next = LongTurn(cur) ? AfterLongTurn(cur) : nullptr;
  if (!next) next = ByPolicy(cur);
  W->turn = next == cur ? W->turn + 1 : 0;
  return next;
}

Fiber* ByPolicy(Fiber* cur) {
  if (RW_UNLIKELY(W->ending | W->failing))
    if (Fiber* f = EndNow()) return f;
  bool by_rule = g_rt.tail == TailPolicy::kStay || g_rt.tail == TailPolicy::kRoundRobin;
  if (RW_UNLIKELY(W->timed_count) && !by_rule)
    if (Fiber* early = Overtaking()) return early;
  if (!by_rule && RW_UNLIKELY(RunsOn(cur))) {
    SetBit(g_rt.cand, cur->tid);
    ClearBit(g_rt.over, cur->tid);
    return cur;
  }
  switch (g_rt.tail) {
    case TailPolicy::kStay: return Stay(cur);
    case TailPolicy::kRoundRobin: return RoundRobin();
    case TailPolicy::kRandom: return RandomPick();
    case TailPolicy::kPct: return Pct(cur);
    case TailPolicy::kPos: return HighestPriority();
    case TailPolicy::kYoungest: return Youngest(cur);
    case TailPolicy::kGoal: return GoalPick();
  }
  return Stay(cur);
}

// It waits in a loop for what others do: alone it comes to the same state again and again.
bool RepeatsItself(const Fiber* f) {
  if (!Bit(W->spinning, f->tid) && !Bit(W->passed, f->tid)) return false;
  return Bit(W->stutters, f->tid) || W->steps - W->effect_step > kLongestTurn;
}

// The prefix decides also about threads that would be passed over.
Fiber* FollowPrefix(Fiber* cur) {
  const abi::Segment* s = &g_rt.segments[W->segment];
  bool ended = !cur || cur->state == FiberState::kDone;
  u32 cur_tid = W->cur;
  if (cur_tid == s->tid && s->until != abi::kUntilTail) {
    bool reached = ended ? s->until == abi::kUntilEnd : cur->ordinal == s->until;
    if (ended && !reached) Diverge(DivergedReason::kEndedEarly, *s, nullptr);
    if (reached) {
      if (!ended && ((s->kind != EventKind::kNone && s->kind != cur->pend.kind) || (s->site && s->site != cur->pend.site)))
        Diverge(DivergedReason::kOtherOperation, *s, cur);
      if (++W->segment == g_rt.plan->segments) {
        UpdateFast();
        return nullptr;
      }
      s = &g_rt.segments[W->segment];
    } else if (s->until != abi::kUntilEnd && cur->ordinal > s->until) {
      Diverge(DivergedReason::kPassedOrdinal, *s, cur);
    } else if (s->until == abi::kUntilEnd && RepeatsItself(cur)) {
      Diverge(DivergedReason::kNeverEnds, *s, cur);
    }
  }
  if (s->tid >= W->threads) Diverge(DivergedReason::kNoSuchThread, *s, nullptr);
  Fiber* f = &W->fibers[s->tid];
  if (f->state != FiberState::kLive) Diverge(DivergedReason::kEndedEarly, *s, nullptr);
  if (!Bit(W->enabled, f->tid)) {
    // What it waits for may come by time: from a timer that a descriptor stands for, or as the signal of an alarm.
    while (!Bit(W->enabled, f->tid) && !PollFds(false) && !FillCandidates() && FirstDeadline() != ~0ull) PassTime();
    if (f->pend.fd && !Bit(W->enabled, f->tid) && !FillCandidates()) WaitOutside();
    // Only somebody outside needs time for it. A child that has just ended is outside no more, so ask again.
    for (int i = 0; f->pend.fd && i < 100 && !Bit(W->enabled, f->tid) && LeadsOutside(); ++i) PollFds(true);
    while (f->pend.fd && !Bit(W->enabled, f->tid) && PollFds(false)) {
    }
    if (!Bit(W->enabled, f->tid)) Diverge(DivergedReason::kNotEnabled, *s, f);
  }
  if (s->until == abi::kUntilTail) W->segment = g_rt.plan->segments, UpdateFast();
  if (!FillCandidates()) NeedCandidates();
  SetBit(g_rt.cand, f->tid);
  ClearBit(g_rt.over, f->tid);
  return f;
}

// The rewind point: every run goes on from here.
Fiber* StartHere(Fiber* cur) {
  SwitchToController(Reason::kSnapshot);
  return Choose(cur);
}

constexpr u64 kGatherPatience = 100'000;  // steps that others may make while some wait at the change

// To the rewind point by rule. Who is about to enter changed code waits there while others can go on, so that several meet.
Fiber* OnTheWay(Fiber* cur) {
  NeedCandidates();
  if (!g_rt.extras->gather) return W->steps >= g_rt.extras->start_at ? StartHere(cur) : Tail(cur);
  Fiber *free = nullptr, *first = nullptr;
  u32 held = 0;
  ForEachCandidate([&](Fiber* f) {
    if (f->held) ++held, first = first ? first : f;
    else if (!TimeoutOnly(f) && (!free || f == cur)) free = f;
  });
  if (!first) return Tail(cur);
  if (free && (held < 2 || W->steps - W->held_step < kGatherPatience)) return free;
  if (held >= 2) {
    g_rt.extras->gathered.store(++W->gathered);
    if (W->gathered == g_rt.extras->gather) return StartHere(cur);
  }
  for (u32 t = 0; t < W->threads; ++t) W->fibers[t].held = false;
  return first;
}

}  // namespace

bool OthersMayNoticeStep(const Fiber* cur, bool effect) {
  u64 before[kMaskWords], over[kMaskWords];
  for (u32 i = 0; i < W->words; ++i) before[i] = g_rt.cand[i], over[i] = g_rt.over[i];
  FillCandidates();
  bool notice = false;
  for (u32 i = 0; i < W->words; ++i) {
    u64 others = g_rt.cand[i] & ~(cur->tid / 64 == i ? 1ull << cur->tid % 64 : 0);
    notice |= (effect ? others : others & ~before[i]) != 0;
    g_rt.cand[i] = before[i], g_rt.over[i] = over[i];  // of the step that is being made, for the trace
  }
  return notice;
}

Fiber* Choose(Fiber* cur) {
  if (W->fd_waiters) PollFds(false);
  if (RW_UNLIKELY(W->segment < g_rt.plan->segments))
    if (Fiber* f = FollowPrefix(cur)) return f;
  if (RW_UNLIKELY(g_rt.plan->flags & abi::kPlanStopAtPrefixEnd) && W->started) {
    NeedCandidates();  // who may run is told with the state; nobody: the run ends here as a deadlock
    SwitchToController(Reason::kSnapshot);
    return Choose(cur);  // resumed from a checkpoint, under another plan
  }
  if (RW_UNLIKELY(g_rt.on_the_way)) return OnTheWay(cur);
  return Tail(cur);
}

}  // namespace reweave::rt
