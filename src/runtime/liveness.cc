// Synchronisation objects must be alive while a thread uses them, as plain memory must: a lock in a block that was freed, a
// notification of a condition variable that is gone, a block that is freed while a thread waits for a lock in it.
//
// What is allowed is not reported: a condition variable may go as soon as all its waiters were woken, although they have not
// returned yet; a futex is woken by its address alone (std::latch and atomic::notify do that after the last access); a barrier
// may go while the others leave it.
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

}  // namespace

void CheckObjectLive(const Pending& p) {
  if (RW_LIKELY(!InSlotHeap(p.obj) && !InLarge(p.obj))) return;
  if (!W->started || !UsesObject(p)) return;
  g_rt.noted = true;  // an operation, not an access
  CheckHeap(p.obj, 1, p.site, true);
  g_rt.noted = false;
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
