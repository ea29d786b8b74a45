// Scheduling points: a fiber says what it is about to do, and goes on when it is chosen (choose.cc).
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>

#include "runtime/goal.h"
#include "runtime/rt.h"

namespace reweave::rt {

// The fiber was chosen and makes its step: others who yielded may run again.
void Chosen(Fiber* f) {
  f->pend.flags |= abi::kPoint;
  W->step_effects = W->effects;
  W->step_writes = f->writes;
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
  if (!on) return ClearBit(W->enabled, f->tid);
  SetBit(W->enabled, f->tid);
  f->could_run = f->ordinal;
  f->could_run_epoch = W->effects;
}

namespace {

using abi::TailPolicy;

bool CancelsHere(const Fiber* f) {
  if (f->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) return true;
  return f->pend.kind == EventKind::kJoin || f->pend.kind == EventKind::kSemWait ||
         (f->pend.kind == EventKind::kFdOp && !f->pend.stays) || f->pend.kind == EventKind::kSleep;
}

bool CanGoOn(const Fiber* f) { return !f->pend.ready || f->pend.timed || f->pend.ready(f); }

// The part of the run that is varied is over: the rest is run by rule, and not for ever. A plan that goes further is followed: a
// failure that it led to must be reached again, whatever else is a point this time.
void AfterWindow() {
  g_rt.tail = TailPolicy::kStay;
  if (W->segment >= g_rt.plan->segments && RunSteps() > static_cast<u64>(g_rt.extras->window) * (1 + abi::kWindowRest))
    EndRun(EndKind::kPass, 0, 1);
}

void Announce(Fiber* f, const Pending& p) {
  ++f->ordinal;
  f->forced_at = f->ordinal + kForcedPoint;
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

bool IsAccess(const Pending& p) {
  return p.kind == EventKind::kRead || p.kind == EventKind::kWrite || p.kind == EventKind::kAtomicRead ||
         p.kind == EventKind::kAtomicWrite || p.kind == EventKind::kAtomicRmw;
}
bool OnlyReads(const Pending& p) { return p.kind == EventKind::kRead || p.kind == EventKind::kAtomicRead; }

// Partial-order sampling: whoever is about to access what the step accesses, one of them writing, draws its priority again. With
// the old one, which was too low for so long, it would mostly go on waiting: of many conflicting steps in a row, each order must
// stay likely. Who waits for an object draws when the object changes (Touch).
void DrawAgain(const Fiber* f) {
  if (!IsAccess(f->pend)) return;
  const bool reads = OnlyReads(f->pend);
  for (u32 t = 0; t < W->threads; ++t) {
    Fiber* other = &W->fibers[t];
    if (other == f || other->state != FiberState::kLive || other->pend.obj != f->pend.obj) continue;
    if (IsAccess(other->pend) && !(reads && OnlyReads(other->pend))) SetPriority(other);
  }
}

// The fiber was chosen, but a signal is due. Taking it or not is a step of its own; the operation is announced again after it.
// False: the handler has ended the operation.
bool SignalStep(Fiber* f, bool* taken) {
  Pending mine = f->pend;  // a handler has operations of its own
  mine.flags &= static_cast<u8>(~abi::kPoint);
  if (mine.fd) --W->fd_waiters;
  const Pending* outer = f->outer;
  SetOuter(f, &mine);
  f->interrupted = false;
  // What the handler does for it comes too late. When a child ends is nobody's to know, unless this is what the signal says.
  const bool says_child = DueSignals(f) && __builtin_ctzll(DueSignals(f)) + 1 == SIGCHLD;
  const bool waits = mine.tried || (mine.of_child && !says_child) || (mine.ready && !mine.ready(f));
  *taken = TakeSignal(f, !CanGoOn(f) || mine.lets_in);
  SetOuter(f, outer);
  if (*taken && f->interrupted && mine.interrupts != kGoesOn && waits) {
    f->pend = mine;
    SetEnabled(f, true);
    return false;
  }
  f->interrupted = false;
  Announce(f, mine);
  return true;
}

}  // namespace

// Who finds ready what it polls for returns with its own mask back in force: the signals stay pending.
bool SignalsWait(const Fiber* f) { return f->pend.lets_in && CanGoOn(f); }

// A handler that was left by siglongjmp or an exception does not come back: what it interrupted is above this frame.
void LeftHandler(Fiber* f) {
  const uptr here = reinterpret_cast<uptr>(__builtin_frame_address(0));
  if (here - f->stack_low >= f->stack_high - f->stack_low) return;  // on a stack of its own
  if (here <= reinterpret_cast<uptr>(f->outer)) return;
  SetOuter(f, nullptr);
  W->early_left = 0;
}

void Point(const Pending& p) {
  FlushFill();
  Fiber* f = Cur();
  f->interrupted = false;
  if (RW_UNLIKELY(f->outer != nullptr)) LeftHandler(f);
  CheckObjectLive(p);
  if (RW_UNLIKELY(W->alarm_deadline != 0)) WorkTowardsAlarm(false);
  Announce(f, p);
  if (RW_UNLIKELY(!W->started)) return;
  for (u32 asked = 0;;) {
    Fiber* next = Choose(f);
    if (next != f) SwitchTo(next);
    Chosen(f);
    const u64 due = RW_UNLIKELY(DueSignals(f) != 0) && !SignalsWait(f) ? DueSignals(f) : 0;
    const bool early =
        RW_UNLIKELY(W->alarm_deadline != 0) && asked != f->ordinal && !DueSignals(f) && !SignalsWait(f) && MayRingEarly(f);
    if (RW_LIKELY(!due && !f->cancel_pending && !early)) break;
    if (early || (due && (asked != f->ordinal || !CanGoOn(f)))) {
      bool taken;
      if (!SignalStep(f, &taken)) return EndTimed(f);
      asked = taken ? 0 : f->ordinal;  // one that was left for later is asked about again at the next operation
      continue;
    }
    if (f->cancel_pending && CancelsHere(f)) CancelPoint(true);
    if (CanGoOn(f)) break;
    SetEnabled(f, false);  // woken only for the handler: goes on waiting
  }
  if (g_rt.tail == TailPolicy::kPos || g_rt.tail == TailPolicy::kGoal) DrawAgain(f);
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

// A look at registers and stack costs more than the read itself. A loop that counts differs each time: after a few reads it is
// looked at when their number has doubled, two times in a row.
static bool WorthALook(const Fiber* f, u32 reads) {
  constexpr u32 kCloseLooks = 8;
  if (f != Cur() || !W->started) return false;
  const auto doubled = [](u32 n) { return (n & (n - 1)) == 0; };
  return reads <= kCloseLooks || Bit(W->stutters, f->tid) || doubled(reads) || doubled(reads - 1);
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
    u64 local = 0;
    ++r.count;
    if (!WorthALook(f, r.count)) r.near = 0;
    else local = LocalKey(f, &r.near);
    if (r.count >= 3) {
      SetBit(W->spinning, f->tid), W->any_spinning = true;
      SetStutters(f, local && local == r.local && f->writes == r.writes);
    }
    r.local = local;
    r.writes = f->writes;
    return;
  }
  f->spin[f->spin[free].count ? site % kSpinReads : free] = {obj, value, site, 1, 0, 0, 0};
}

void Yielded(Fiber* f) {
  SetBit(W->passed, f->tid);
  W->any_passed = true;
  if (RW_UNLIKELY(!W->started)) return;
  u64 local = LocalKey(f, &f->yield_near);
  SetStutters(f, local && local == f->yield_local && f->yield_epoch == W->effects && f->yield_writes == f->writes);
  f->yield_local = local;
  f->yield_epoch = W->effects;
  f->yield_writes = f->writes;
}

u32 ChooseOutcome(u32 mask, u32 usual) { return ChooseOutcome(mask, usual, 1); }

u32 ChooseOutcome(u32 mask, u32 usual, u32 rarely) {
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
    Diverge(abi::DivergedReason::kNoSuchOutcome, s, f);
  }
  if (W->segment < g_rt.plan->segments || g_rt.tail == TailPolicy::kStay || g_rt.tail == TailPolicy::kYoungest ||
      g_rt.tail == TailPolicy::kRoundRobin)
    return usual;
  if (rarely > 1 && (Random64() >> 32) % rarely != 0) return usual;
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
