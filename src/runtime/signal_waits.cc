// Waiting for signals, and waits that a handler ends. A call may have a mask of its own for as long as it waits.
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

bool SignalDue(const Fiber* f) { return (f->sigpending | W->sigpending) & f->pend.arg; }
bool Never(const Fiber*) { return false; }

// Some handler may run in the thread.
bool LetsHandlersIn(const Fiber* f) {
  for (int sig = 1; sig <= 64; ++sig)
    if (HasHandler(sig) && !(f->sigmask >> (sig - 1) & 1)) return true;
  return false;
}

}  // namespace

bool WaitsForSignal(const Fiber* f, int sig) { return f->pend.ready == SignalDue && f->pend.arg >> (sig - 1) & 1; }

bool HandlerEnds(u64 due, Interrupts how) {
  if (how == kGoesOn) return false;
  for (; due; due &= due - 1) {
    const int sig = __builtin_ctzll(due) + 1;
    if (HasHandler(sig) && (how == kAlways || !(W->actions[sig].flags & SA_RESTART))) return true;
  }
  return false;
}

// A handler that runs just before a call that it could interrupt does not end that call: the thread waits for what has been. So
// that moment is a point of its own.
void BeforeInterruptible() {
  if (!W->handlers || !W->started || (W->live < 2 && !HandlerMayRun()) || !LetsHandlersIn(Cur())) return;
  Point(Op(EventKind::kYield, nullptr));
  RecordPending(Cur());
}

MaskOfWait::MaskOfWait(Fiber* f, u64 mask) : fiber_(f), before_(f->sigmask) {
  f->sigmask = mask & ~(1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1));
  if (f->sigmask != before_) TakeFromProcess(f);
}

MaskOfWait::~MaskOfWait() {
  if (fiber_->sigmask == before_) return;
  fiber_->sigmask = before_;
  ReturnToProcess(fiber_);
}

void ReturnToProcess(Fiber* f) {
  const u64 blocked = f->sigpending & f->sigmask;
  if (!blocked) return;
  u64 back = 0, own = 0;
  for (u32 i = 0; i < W->queued_count; ++i) {
    QueuedSignal& q = W->queued[i];
    const u64 bit = 1ull << (q.sig - 1);
    if (q.target != f->tid + 1u || !(blocked & bit)) continue;
    if (q.for_process) q.target = 0, back |= bit;
    else own |= bit;
  }
  f->sigpending &= ~(back & ~own);
  W->sigpending |= back;
  for (u32 t = 0; back && t < W->threads; ++t) {
    Fiber* other = &W->fibers[t];
    if (other->state != FiberState::kLive || other == f) continue;
    TakeFromProcess(other);
    if (DueSignals(other)) SetEnabled(other, true);
    else Touch(reinterpret_cast<u64>(other));  // may be waiting for it in sigwait
  }
}

long WaitForSignal(u64 set, siginfo_t* info, const timespec* limit) {
  Fiber* f = Cur();
  Pending p = Op(EventKind::kFdOp, f, SignalDue);
  p.arg = set;
  p.timed = limit != nullptr;
  p.interrupts = kAlways;
  if (limit) p.deadline = W->clock_ns + static_cast<u64>(limit->tv_sec) * 1'000'000'000 + static_cast<u64>(limit->tv_nsec);
  Point(p);
  if (!limit) WaitBeforeThreads(SignalDue);
  u64 due = (f->sigpending | W->sigpending) & set;
  Event* e = RecordPending(f);
  e->value = SYS_rt_sigtimedwait;
  if (due) e->value2 = static_cast<u64>(__builtin_ctzll(due)) + 1;
  f->pend.ready = nullptr;
  if (!due && f->interrupted) return -EINTR;
  if (!due) {
    TimedOut(f);
    return -EAGAIN;
  }
  int sig = __builtin_ctzll(due) + 1;
  siginfo_t taken;
  TakePending(sig, f->sigpending >> (sig - 1) & 1 ? f->tid + 1u : 0, &taken);
  if (info) *info = taken;
  return sig;
}

long SuspendForSignal(u64 mask) {
  Fiber* f = Cur();
  BeforeInterruptible();  // with the old mask
  MaskOfWait while_waiting(f, mask);
  Pending p = Op(EventKind::kFdOp, f, Never);
  p.interrupts = kAlways;
  p.lets_in = true;
  Point(p);
  WaitBeforeThreads([](const Fiber* g) { return DueSignals(g) != 0; });
  RecordPending(f)->value = SYS_rt_sigsuspend;
  DeliverPending(f);  // all that is due comes before the mask is put back
  return -EINTR;
}

}  // namespace reweave::rt
