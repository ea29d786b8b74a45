// Synchronisation objects must be alive while a thread uses them, as plain memory must: a lock in a block that was freed, a
// notification of a condition variable that is gone, a block that is freed while a thread waits for a lock in it.
//
// What is allowed is not reported: a condition variable may go as soon as all its waiters were woken, although they have not
// returned yet; a futex is woken by its address alone (std::latch and atomic::notify do that after the last access); a barrier
// may go while the others leave it; a mutex may go as soon as its last owner has unlocked it.
#include <errno.h>

#include "runtime/rt.h"

namespace reweave::rt {

namespace {

bool UsesObject(const Pending& p) {
  switch (p.kind) {
    case EventKind::kLock:
    case EventKind::kUnlock:
    case EventKind::kTryLock:
    case EventKind::kReadLock:
    case EventKind::kWriteLock:
    case EventKind::kTryReadLock:
    case EventKind::kTryWriteLock:
    case EventKind::kRwUnlock:
    case EventKind::kWaitBegin:
    case EventKind::kSignal:
    case EventKind::kBroadcast:
    case EventKind::kBarrierArrive:
    case EventKind::kSemPost:
    case EventKind::kSemWait: return true;
    default: return false;
  }
}

bool Inside(u64 object, uptr a, u64 n) { return object >= a && object < a + n; }

// Where the stack of the program ends in a fiber that was switched away: below it are frames of the runtime.
uptr ProgramStack(const Fiber* f) {
  Registers r;
  return ProgramRegisters(f, &r) ? r.sp : reinterpret_cast<uptr>(f->sp);
}

// On the stack of a thread that has ended, or below the stack pointer of one that lives. A thread that runs on a stack of its own
// making (a signal stack, a coroutine's) says nothing about its first one.
bool OnDeadStack(uptr a) {
  u32 slot = static_cast<u32>((a - kSlots) / kSlotBytes);
  u32 owner = W->slot_owner[slot];
  if (owner == 0) return Bit(W->slot_touched, slot) && a < g_rt.slots[slot].tls_low;
  const Fiber* f = &W->fibers[owner - 1];
  if (a < f->stack_low || a >= f->stack_high) return false;
  if (f->state == FiberState::kDone) return true;
  uptr sp = f == Cur() ? reinterpret_cast<uptr>(__builtin_frame_address(0)) : ProgramStack(f);
  return sp >= f->stack_low && sp < f->stack_high && a < sp;
}

bool Waits(const Fiber* f, const Pending& p, u64 object) {
  switch (p.kind) {
    case EventKind::kLock:
    case EventKind::kReadLock:
    case EventKind::kWriteLock:
    case EventKind::kSemWait: return p.obj == object && p.ready;
    case EventKind::kBarrierLeave: return p.obj == object && !p.ready(f);
    case EventKind::kWaitEnd: return p.obj2 == object || (p.obj == object && !f->woken);
    default: return false;
  }
}

// Another thread uses memory of a frame that is there. The pointer may be older than the frame, unless that has been there since
// the first thread was made. False: it is no other thread's stack.
bool Lend(uptr a, u64 n) {
  const u32 owner = W->slot_owner[(a - kSlots) / kSlotBytes];
  Fiber* lender = owner == 0 ? nullptr : &W->fibers[owner - 1];
  if (!lender || lender == Cur() || a < lender->stack_low || a >= lender->stack_high) return false;
  if (!lender->lent_low || a < lender->lent_low) lender->lent_low = a;
  if (a + n > lender->lent_high) lender->lent_high = a + n;
  WatchReturns(lender);
  if (a < lender->returned_to && !Cur()->ignore) ShareLent(a, n);
  return true;
}

}  // namespace

void CheckObjectLive(const Pending& p, bool chosen) {
  if (RW_LIKELY(!InSlots(p.obj) && !InLarge(p.obj))) return;
  if (!W->started || !UsesObject(p)) return;
  if (InSlotHeap(p.obj) || InLarge(p.obj)) {
    g_rt.noted = true;  // an operation, not an access
    CheckHeap(p.obj, 1, p.site, true);
    g_rt.noted = false;
  } else if (OnDeadStack(p.obj)) {
    if (chosen) RecordPending(Cur());
    EndRun(EndKind::kHeap, static_cast<u64>(abi::HeapError::kUseAfterReturn), p.obj,
           "a synchronisation object on a stack frame that is gone", p.site);
  } else {
    constexpr u64 kObject = 4;  // the bytes that stand for it: dependency.cc of the search
    if (Lend(p.obj, kObject)) NoteUse(p.obj, kObject);
  }
}

void CheckThreadLives(uptr a, u64 n, u32 site, bool write) {
  const u32 slot = static_cast<u32>((a - kSlots) / kSlotBytes), owner = W->slot_owner[slot];
  if (!W->started || (a & (kSlotBytes - 1)) >= kSlotTop) return;
  Fiber* lender = owner == 0 ? nullptr : &W->fibers[owner - 1];
  const bool lives = lender ? lender->state != FiberState::kDone : slot == 0 || !Bit(W->slot_touched, slot);
  if (lives && (!lender || !OnDeadStack(a))) {
    Lend(a, n);
    return;
  }
  NoteLate(a, n, site, write);
  EndRun(EndKind::kHeap, static_cast<u64>(abi::HeapError::kUseAfterReturn), a,
         lives ? "a variable of a function that has returned" : "a variable of a thread that has ended", site);
}

// A return gives its frames back, as free does a block: what others did there must have come before it. `sp`: of the caller.
// Who comes after it is caught, unless another function has the memory by then. So a place that was touched after a return that
// left it has a step at each return of later runs: while a thread stands there the memory belongs to nobody.
void FramesGone(Fiber* f, uptr sp, u32 site) {
  if (sp < f->stack_low || sp >= f->stack_high) return;  // on another stack: its first one stays as it is
  const Slot& known = g_rt.slots[f->slot];
  const bool lent = f->lent_low && f->lent_low < sp, again = known.lent_low && known.lent_low < sp && W->live > 1;
  if (!lent && !again) return GonePoint(sp - 1, 0, site);  // in case the schedule has a switch here
  uptr low = lent ? f->lent_low : known.lent_low, high = lent ? f->lent_high : known.lent_high;
  if (lent && again && known.lent_low < low) low = known.lent_low;
  if (lent && again && known.lent_high > high) high = known.lent_high;
  if (high > sp) high = sp;
  f->writes += lent;
  if (f->lent_high <= sp) f->lent_low = f->lent_high = 0;
  else if (lent) f->lent_low = sp;
  WatchReturns(f);
  GonePoint(low, high - low, site);
  NoteFreed(low, high - low);
}

void LearnLent(uptr a) {
  Slot& s = g_rt.slots[(a - kSlots) / kSlotBytes];
  if (!s.lent_low || a < s.lent_low) s.lent_low = a;
  if (a + 8 > s.lent_high) s.lent_high = a + 8;
}

void WatchReturns(Fiber* f) {
  const uptr now = f->lent_low, known = g_rt.slots[f->slot].lent_low;
  f->watched = now && (now < known || !known) ? now : known ? known : ~uptr{0};
}

bool AnybodyWaits(const void* object) {
  u64 o = reinterpret_cast<u64>(object);
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    if (f->state == FiberState::kLive && f != Cur() && (Waits(f, f->pend, o) || (f->outer && Waits(f, *f->outer, o))))
      return true;
  }
  return false;
}

// Initialising and destroying depend on whatever others do with the object: a step like a write lock that is asked for and not
// got.
void LifePoint(const void* object) {
  if (!W->started || (W->live == 1 && W->unjoined == 0)) return;
  Point(Op(EventKind::kTryWriteLock, object));
  RecordPending(Cur())->value = EBUSY;
}

// Of an operation that was chosen and is not recorded yet.
void MisuseHere(abi::SyncError error, const void* object, const char* message) {
  if (!W->started) return;
  RecordPending(Cur());
  Misuse(error, object, message);
}

void Misuse(abi::SyncError error, const void* object, const char* message) {
  if (W->started) EndRun(EndKind::kMisuse, static_cast<u64>(error), reinterpret_cast<u64>(object), message, CallSite(Cur()));
}

void CheckNobodyUses(uptr a, u64 n) {
  if (!W->started) return;
  for (u32 t = 0; t < W->threads; ++t) {
    const Fiber* f = &W->fibers[t];
    if (f->state != FiberState::kLive || f == Cur()) continue;
    const bool waits = f->pend.kind == EventKind::kWaitEnd;
    const bool uses = (UsesObject(f->pend) && Inside(f->pend.obj, a, n)) || (waits && Inside(f->pend.obj2, a, n)) ||
                      (waits && !f->woken && Inside(f->pend.obj, a, n));
    if (uses)
      EndRun(EndKind::kHeap, static_cast<u64>(abi::HeapError::kUseAfterFree),
             waits && Inside(f->pend.obj2, a, n) ? f->pend.obj2 : f->pend.obj, "freed while another thread uses it",
             f->pend.site);
  }
}

}  // namespace reweave::rt
