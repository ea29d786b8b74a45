// How a run ends: what is left of it goes into the trace, then the controller takes over.
#include <signal.h>
#include <sys/syscall.h>

#include "abi/process_end.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

void RecordFrames(const Fiber* f, bool passed = false) {
  const CallEntry* calls = reinterpret_cast<const CallEntry*>(SlotAddress(f->slot) + kSlotCalls);
  u32 n = f->calls;
  if (n > kSlotCallsBytes / sizeof(CallEntry)) n = 0;
  for (u32 i = 0; i < n && i < 64; ++i) {
    Event* e = RecordMeta(EventKind::kFrame);
    e->tid = f->tid;
    e->ordinal = i;
    e->outcome = passed;
    e->site = calls[n - 1 - i].site;
  }
}

}  // namespace

void RecordPendings() {
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    if (f->state != FiberState::kLive) continue;
    Event* e = RecordMeta(EventKind::kPending);
    e->tid = f->tid;
    e->ordinal = f->ordinal;
    e->site = f->pend.site;
    bool join = f->pend.kind == EventKind::kJoin && f->pend.ready;
    e->obj = join ? reinterpret_cast<Fiber*>(f->pend.obj)->tid : f->pend.obj;
    e->value = static_cast<u64>(f->pend.kind);
    e->value2 = Bit(W->enabled, t);
    e->caller = UserCallSite(f);
    e->flags = f->woken ? 1 : 0;
    if (f->pend.timed || (f->pend.kind == EventKind::kWaitEnd && f->pend.arg & 1)) e->flags |= abi::kTimed;
    if (g_rt.marks && OnMarkedStack(f)) e->flags |= abi::kMarked;
  }
}

namespace {

u64 Length(const char* s) {
  u64 n = 0;
  while (s[n]) ++n;
  return n;
}

}  // namespace

void PassMisuse(const char* message) {
  if (W->misuse_passed) return;
  W->misuse_passed = true;
  RecordFrames(Cur(), true);
  RecordText(abi::TextStream::kPassed, message, Length(message));
}

void Note(u32 bit) { g_rt.control->seen.fetch_or(bit, std::memory_order_relaxed); }

namespace {

// Failures that come after the operation of their step, maybe long after it. Misuse is the operation itself, and so is an access
// whose block is looked at after its point (g_rt.noted).
bool FollowsItsOperation(EndKind kind) {
  return kind == EndKind::kAssert || kind == EndKind::kAbort || kind == EndKind::kException || kind == EndKind::kSignal ||
         (kind == EndKind::kHeap && !g_rt.noted);
}

// Operations that others cannot notice.
bool OnlyLooks(EventKind kind) {
  return kind == EventKind::kNone || kind == EventKind::kRead || kind == EventKind::kAtomicRead || kind == EventKind::kFence ||
         kind == EventKind::kYield || kind == EventKind::kSleep || kind == EventKind::kBegin || kind == EventKind::kJoin;
}

// A plan that stops the thread here says that there is a point, whatever this process knows of the memory that threads share.
bool PlanStopsHere(const Fiber* f) {
  if (W->segment >= g_rt.plan->segments) return false;
  const abi::Segment& s = g_rt.segments[W->segment];
  return s.tid == f->tid && s.until == f->ordinal + 1;
}

}  // namespace

bool OthersComeBeforeFailure() {
  if (!W->started || W->ended || W->fails_here || g_rt.on_the_way) return false;
  if (PlanStopsHere(Cur())) return true;
  if (DueSignals(Cur())) return true;  // its handler may run first
  // What was written may be private in this run only because the others never come so far in it.
  const bool wrote = Cur()->writes != W->step_writes;
  return OthersMayNoticeStep(Cur(), wrote || W->effects != W->step_effects || !OnlyLooks(Cur()->pend.kind));
}

// A failure ends the run, so what the others would do after it is never seen. What they could do between the operation of this
// step and its failure would not be seen either: they may notice the operation, or be able to go on only now.
void FailurePoint() {
  if (!OthersComeBeforeFailure()) return;
  Fiber* f = Cur();
  if (W->failing++ == 0 && W->ending == 0) W->end_step = W->steps;
  Point(Op(EventKind::kProcessEnd, nullptr));
  --W->failing;
  RecordPending(f)->value = abi::kEndsByFailure;
}

void EndRun(EndKind kind, u64 value, u64 value2, const char* message, u32 site) {
  if (!site) site = W->fibers[W->cur].pend.site;
  if (FollowsItsOperation(kind)) FailurePoint();
  W->ended = true;
  g_rt.capture = false;
  RecordEnabled();
  RecordPendings();
  bool all = kind == EndKind::kDeadlock || kind == EndKind::kLivelock || kind == EndKind::kTimeout;
  if (kind != EndKind::kPass || g_rt.plan->flags & abi::kPlanFrames)
    for (u32 t = 0; t < W->threads; ++t)
      if (W->fibers[t].state == FiberState::kLive && (all || t == W->cur)) RecordFrames(&W->fibers[t]);
  if (kind == EndKind::kHeap) RecordHeapBlock(value2);
  if (message) RecordText(abi::TextStream::kMessage, message, Length(message));
  Event* e = RecordMeta(EventKind::kRunEnd);
  e->tid = static_cast<u16>(W->cur);
  e->outcome = static_cast<u8>(kind);
  e->value = value;
  e->value2 = value2;
  e->obj = RunSteps();
  e->ordinal = W->fibers[W->cur].ordinal;
  e->site = site;
  e->size = static_cast<u16>(W->output_dropped ? 1 : 0);
  SwitchToController(Reason::kRunEnded);
  __builtin_trap();
}

bool NoneBesideEnd() { return W->unjoined == 0 && !HandlerMayRun(); }

// Whoever is not joined may run on, before the exit handlers and again before the process goes. The points are there also when
// all of these threads have ended: in another schedule they would not have.
void EndPoint(bool last, int status) {
  if (!W->started || W->ended || NoneBesideEnd()) return;
  Fiber* f = Cur();
  if (W->ending++ == 0) W->end_step = W->steps;
  Pending p = Op(EventKind::kProcessEnd, nullptr);
  p.arg = last ? kGoes : kRunsExitHandlers;
  Point(p);
  --W->ending;
  Event* e = RecordPending(f);
  e->value = last;
  e->value2 = static_cast<u64>(status & 0xff);
  f->pend.kind = EventKind::kNone;
}

void EndProcess(int status) {
  EndPoint(true, status);
  if (const u32 site = AbortSite(Cur())) EndRun(EndKind::kAbort, SIGABRT, 0, nullptr, site);
  status &= 0xff;
  if (status) HandlerEndsProcess();
  if (status) EndRun(EndKind::kExit, static_cast<u64>(status), 0, nullptr, CallSite(Cur()));
  EndRun(EndKind::kPass);
}

void EndUnsupported(const char* what, long nr) {
  Event* e = RecordMeta(EventKind::kUnsupported);
  e->value = static_cast<u64>(nr);
  e->tid = static_cast<u16>(W->cur);
  EndRun(EndKind::kUnsupported, static_cast<u64>(nr), 0, what);
}

}  // namespace reweave::rt
