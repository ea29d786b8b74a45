// Who runs next: the plan's prefix, then its tail policy. The only place where fibers are chosen.
#include <poll.h>
#include <sys/syscall.h>

#include "runtime/goal.h"
#include "runtime/rt.h"

namespace reweave::rt {

// Could run, but only to time out or to return spuriously.
bool TimeoutOnly(const Fiber* f) {
  if (f->pend.kind == EventKind::kWaitEnd) return (FreeTime() ? f->pend.arg != 0 : f->pend.arg > 1) && !f->woken;
  if (!FreeTime()) return false;
  return f->pend.timed && f->pend.ready && !f->pend.ready(f);
}

namespace {

using abi::DivergedReason;
using abi::TailPolicy;

constexpr u64 kLongestTurn = 20'000;    // steps of one thread in a row while others could run
constexpr u64 kTurnsBeforeTime = 1000;  // steps without any effect of threads that spin or yield, before time passes
constexpr u32 kMostMoves = 100'000;     // of the clock, for timers that nobody waits for

[[noreturn]] void Diverge(DivergedReason why, const abi::Segment& s, const Fiber* seen) {
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

bool CancelsHere(const Fiber* f) {
  if (f->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) return true;
  return f->pend.kind == EventKind::kJoin || f->pend.kind == EventKind::kSemWait || f->pend.kind == EventKind::kFdOp ||
         f->pend.kind == EventKind::kSleep;
}

// Candidates: enabled, neither passed over nor spinning. False if there is none.
bool FillCandidates() {
  u64 any = 0;
  for (u32 i = 0; i < W->words; ++i) {
    any |= g_rt.cand[i] = W->enabled[i] & ~W->passed[i] & ~W->spinning[i];
    g_rt.over[i] = W->enabled[i] & ~g_rt.cand[i] & ~W->stutters[i];
  }
  if (RW_LIKELY(!W->timed_count)) return any != 0;
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

// Uniform among candidates. A thread that could only time out is a candidate in one of sixteen draws, else waiting with a
// time limit would time out more often than not.
Fiber* RandomPick() {
  u32 n = 0, timed = 0;
  ForEachCandidate([&](Fiber* f) {
    ++n;
    timed += TimeoutOnly(f);
  });
  if (n == 1) return First(timed != 0);
  u64 r = Random64();
  bool use_all = timed == n || (timed && (r >> 48) % 16 == 0);
  u32 k = static_cast<u32>((r & 0xffffffff) * (use_all ? n : n - timed) >> 32);
  Fiber* pick = nullptr;
  ForEachCandidate([&](Fiber* f) {
    if (!pick && (use_all || !TimeoutOnly(f)) && k-- == 0) pick = f;
  });
  return pick;
}

Fiber* HighestPriority() {
  Fiber* best = nullptr;
  for (int timeouts = 0; timeouts < 2 && !best; ++timeouts)
    ForEachCandidate([&](Fiber* f) {
      if (TimeoutOnly(f) == (timeouts != 0) && (!best || f->priority > best->priority)) best = f;
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
// it helps an operation that is not its own): whatever the policy, they come to their turn.
Fiber* AfterLongTurn(Fiber* cur) {
  W->turn = 0;
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

Fiber* ByPolicy(Fiber* cur);

Fiber* Tail(Fiber* cur) {
  NeedCandidates();
  Fiber* next = RW_UNLIKELY(W->turn > kLongestTurn) && IsCandidate(cur) ? AfterLongTurn(cur) : nullptr;
  if (!next) next = ByPolicy(cur);
  W->turn = next == cur ? W->turn + 1 : 0;
  return next;
}

Fiber* ByPolicy(Fiber* cur) {
  if (RW_UNLIKELY(W->ending))
    if (Fiber* f = EndNow()) return f;
  bool by_rule = g_rt.tail == TailPolicy::kStay || g_rt.tail == TailPolicy::kRoundRobin;
  if (RW_UNLIKELY(W->timed_count) && !by_rule)
    if (Fiber* early = Overtaking()) return early;
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
    while (f->pend.fd && !PollFds(false) && !FillCandidates() && FirstDeadline() != ~0ull) PassTime();
    if (f->pend.fd && !Bit(W->enabled, f->tid) && !FillCandidates()) WaitOutside();
    for (int i = 0; f->pend.fd && i < 100 && !Bit(W->enabled, f->tid); ++i) PollFds(true);
    if (!Bit(W->enabled, f->tid)) Diverge(DivergedReason::kNotEnabled, *s, f);
  }
  if (s->until == abi::kUntilTail) W->segment = g_rt.plan->segments, UpdateFast();
  if (!FillCandidates()) NeedCandidates();
  SetBit(g_rt.cand, f->tid);
  ClearBit(g_rt.over, f->tid);
  return f;
}

Fiber* OnTheWay(Fiber* cur);

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

// The fiber was chosen and makes its step: others who yielded may run again.
void Chosen(Fiber* f) {
  f->pend.flags |= abi::kPoint;
  if (RW_LIKELY(!W->any_passed)) return;
  bool mine = Bit(W->passed, f->tid);
  for (u32 i = 0; i < W->words; ++i) W->passed[i] = 0;
  if (mine) SetBit(W->passed, f->tid);
  W->any_passed = mine;
}

u64 Random64() {
  u64 z = (W->rng += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

void SetPriority(Fiber* f) { f->priority = Random64() >> 1 | 1ull << 32; }

void SetEnabled(Fiber* f, bool on) {
  if (on) SetBit(W->enabled, f->tid);
  else ClearBit(W->enabled, f->tid);
}

namespace {

bool CanGoOn(const Fiber* f) { return !f->pend.ready || f->pend.timed || f->pend.ready(f); }

// The part of the run that is varied is over: the rest is run by rule, and not for ever.
void AfterWindow() {
  g_rt.tail = TailPolicy::kStay;
  if (RunSteps() > static_cast<u64>(g_rt.extras->window) * (1 + abi::kWindowRest)) EndRun(EndKind::kPass, 0, 1);
}

void Announce(Fiber* f, const Pending& p) {
  ++f->ordinal;
  f->point_ordinal = f->ordinal;
  f->pend = p;
  if (p.fd) ++W->fd_waiters;
  if (RW_UNLIKELY(p.timed || (p.kind == EventKind::kWaitEnd && p.arg & 1)) && W->started) BeginTimed(f);
  SetEnabled(f, CanGoOn(f) || DueSignals(f));
  if (RW_UNLIKELY(!W->started)) return;
  ++W->steps;
  if (RW_UNLIKELY((W->steps & 255) == 0)) g_rt.control->progress.fetch_add(1, std::memory_order_relaxed);
  if (RW_UNLIKELY(g_rt.plan->max_steps && RunSteps() > g_rt.plan->max_steps)) EndRun(EndKind::kTimeout, 1, RunSteps());
  if (RW_UNLIKELY(g_rt.extras->window && RunSteps() > g_rt.extras->window) && !g_rt.on_the_way) AfterWindow();
  if (g_rt.tail == TailPolicy::kPos || g_rt.tail == TailPolicy::kGoal) SetPriority(f);
  if (RW_UNLIKELY(g_rt.tail == TailPolicy::kGoal)) GoalAnnounced(f);
}

// The fiber was chosen, but a signal is due. Taking it or not is a step of its own; the operation is announced again after it.
// False: the handler has ended the operation.
bool SignalStep(Fiber* f, bool* taken) {
  Pending mine = f->pend;  // a handler has operations of its own
  mine.flags &= static_cast<u8>(~abi::kPoint);
  if (mine.fd) --W->fd_waiters;
  const Pending* outer = f->outer;
  f->outer = &mine;
  f->interrupted = false;
  *taken = TakeSignal(f, !CanGoOn(f));
  f->outer = outer;
  if (*taken && f->interrupted && mine.interrupts != kGoesOn && mine.ready && !mine.ready(f)) {
    f->pend = mine;
    SetEnabled(f, true);
    return false;
  }
  f->interrupted = false;
  Announce(f, mine);
  return true;
}

}  // namespace

void Point(const Pending& p) {
  FlushFill();
  if (RW_UNLIKELY(g_rt.let_through)) Rearm();
  Fiber* f = Cur();
  f->interrupted = false;
  CheckObjectLive(p);
  Announce(f, p);
  if (RW_UNLIKELY(!W->started)) return;
  for (u32 asked = 0;;) {
    Fiber* next = Choose(f);
    if (next != f) SwitchTo(next);
    Chosen(f);
    if (RW_LIKELY(!DueSignals(f) && !f->cancel_pending)) break;
    if (DueSignals(f) && (asked != f->ordinal || !CanGoOn(f))) {
      bool taken;
      if (!SignalStep(f, &taken)) return;
      asked = taken ? 0 : f->ordinal;  // one that was left for later is asked about again at the next operation
      continue;
    }
    if (f->cancel_pending && CancelsHere(f)) CancelPoint();
    if (CanGoOn(f)) break;
    SetEnabled(f, false);  // woken only for the handler: goes on waiting
  }
  if (RW_UNLIKELY(g_rt.tail == TailPolicy::kGoal)) GoalExecuted(f);
  if (p.fd) --W->fd_waiters;
  if (RW_UNLIKELY(p.ready != nullptr)) CheckObjectLive(p, true);  // it may have waited for long
  if (RW_UNLIKELY(W->timed_count)) {
    NoteEarly(f);
    EndTimed(f);
  }
}

void HoldHere() {
  Fiber* f = Cur();
  f->held = true;
  W->held_step = W->steps;
  Point(Op(EventKind::kYield, nullptr));
  RecordPending(f);
  f->held = false;
}

void Touch(u64 obj) {
  for (u32 t = 0; t < W->threads; ++t) {
    Fiber* f = &W->fibers[t];
    if (f->state != FiberState::kLive || !f->pend.ready || (f->pend.obj != obj && f->pend.obj2 != obj)) continue;
    SetEnabled(f, f->pend.timed || f->pend.ready(f) || DueSignals(f));
    if ((g_rt.tail == TailPolicy::kPos || g_rt.tail == TailPolicy::kGoal) && W->started) SetPriority(f);
  }
}

void Effect() {
  ++W->effects;
  W->effect_step = W->steps;
  W->time_moves = 0;
  if (RW_UNLIKELY(W->any_spinning)) {
    for (u32 i = 0; i < W->words; ++i) W->spinning[i] = 0;
    W->any_spinning = false;
  }
}

// Nothing that others see changed since the thread was last here, nor did its own registers and stack, and it wrote nothing:
// from here it can only come here again.
static void SetStutters(const Fiber* f, bool on) {
  if (on) SetBit(W->stutters, f->tid);
  else ClearBit(W->stutters, f->tid);
}

void NoteRead(Fiber* f, u32 site, u64 obj, u64 value) {
  if (f->spin_epoch != W->effects) {
    f->spin_epoch = W->effects;
    for (SpinRead& r : f->spin) r.count = 0;
  }
  u32 free = 0;
  for (u32 i = 0; i < kSpinReads; ++i) {
    SpinRead& r = f->spin[i];
    if (r.count == 0) {
      free = i;
      continue;
    }
    if (r.site != site || r.obj != obj) continue;
    if (r.value != value) {
      r.value = value, r.count = 1;
      return;
    }
    u64 local = f == Cur() ? LocalKey(f) : 0;
    if (++r.count >= 3) {
      SetBit(W->spinning, f->tid), W->any_spinning = true;
      SetStutters(f, local && local == r.local && f->writes == r.writes);
    }
    r.local = local;
    r.writes = f->writes;
    return;
  }
  f->spin[f->spin[free].count ? site % kSpinReads : free] = {obj, value, site, 1, 0, 0};
}

void Yielded(Fiber* f) {
  SetBit(W->passed, f->tid);
  W->any_passed = true;
  if (RW_UNLIKELY(!W->started)) return;
  u64 local = LocalKey(f);
  SetStutters(f, local && local == f->yield_local && f->yield_epoch == W->effects && f->yield_writes == f->writes);
  f->yield_local = local;
  f->yield_epoch = W->effects;
  f->yield_writes = f->writes;
}

u32 ChooseOutcome(u32 mask, u32 usual) {
  if ((mask & (mask - 1)) == 0) return static_cast<u32>(__builtin_ctz(mask));
  Fiber* f = Cur();
  if (Event* e = RecordMeta(EventKind::kOutcomes)) {
    e->tid = f->tid;
    e->ordinal = f->ordinal;
    e->value = mask;
    e->outcome = static_cast<u8>(usual);
  }
  for (u32 i = 0; i < g_rt.plan->outcomes; ++i) {
    const abi::OutcomeChoice& c = g_rt.outcomes[i];
    if (c.tid != f->tid || c.ordinal != f->ordinal) continue;
    if (mask >> c.outcome & 1) return c.outcome;
    abi::Segment s{f->tid, f->pend.kind, 0, f->ordinal, f->pend.site, 0};
    Diverge(DivergedReason::kNoSuchOutcome, s, f);
  }
  if (W->segment < g_rt.plan->segments || g_rt.tail == TailPolicy::kStay || g_rt.tail == TailPolicy::kYoungest ||
      g_rt.tail == TailPolicy::kRoundRobin)
    return usual;
  u32 n = static_cast<u32>(__builtin_popcount(mask)), k = static_cast<u32>(Random64() % n);
  for (u32 i = 0;; ++i)
    if (mask >> i & 1 && k-- == 0) return i;
}

void ThreadDone() {
  Fiber* f = Cur();
  f->state = FiberState::kDone;
  SetEnabled(f, false);
  ClearBit(W->passed, f->tid);
  ClearBit(W->spinning, f->tid);
  --W->live;
  Effect();
  Touch(reinterpret_cast<u64>(f));
  Fiber* next = Choose(nullptr);
  SwitchTo(next);
  __builtin_trap();
}

void StartRun() {
  const abi::PlanHeader* p = g_rt.plan;
  W->rng = g_rt.seed * 0x2545f4914f6cdd1dull + 0x632be59bd9b4e019ull;
  W->segment = 0;
  g_rt.tail = p->tail;
  g_rt.granularity = p->granularity;
  W->rr_next = 0;
  W->turn = 0;
  W->pct_next = 0;
  if (p->tail == TailPolicy::kPct) {
    u32 n = p->pct_depth > 1 ? p->pct_depth - 1u : 0;
    if (n > 16) n = 16;
    u64 length = p->pct_length ? p->pct_length : 1;
    for (u32 i = 0; i < n; ++i) {  // insertion sort: change points in order
      u64 at = W->steps + 1 + Random64() % length;
      u32 k = i;
      for (; k > 0 && W->pct_points[k - 1] > at; --k) W->pct_points[k] = W->pct_points[k - 1];
      W->pct_points[k] = at;
    }
  }
  GoalStart();
  if (p->tail == TailPolicy::kPct || p->tail == TailPolicy::kPos || p->tail == TailPolicy::kGoal)
    for (u32 t = 0; t < W->threads; ++t) SetPriority(&W->fibers[t]);
  UpdateFast();
}

}  // namespace reweave::rt
