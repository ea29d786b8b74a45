// Condition variables. Who waits is in World (the fiber's pending operation); the pthread_cond_t itself only carries its
// clock, where libc's pthread_cond_init put it. Waiting is two points: before release-and-sleep, and before taking the mutex
// again. Which waiter a signal wakes is an outcome: its place among the waiters in order of arrival.
#include <errno.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

void ForProcesses(bool is);  // syscalls.cc
namespace {

enum WaitResult : u8 { kWoken = 0, kTimedOut = 1, kSpurious = 2 };

// Of a recursive mutex the wait gives back one level, as libc does: one that is locked twice stays with its thread.
bool HasMutex(const Fiber* f) {
  const auto* m = reinterpret_cast<pthread_mutex_t*>(f->pend.obj2);
  return MutexFree(m) || m->__data.__owner == static_cast<int>(Gettid(f));
}

bool Ready(const Fiber* f) { return f->woken && HasMutex(f); }

// A time limit, a spurious return or a cancellation can end the wait, but not without the mutex.
bool ReadyAny(const Fiber* f) { return HasMutex(f); }

bool Waits(const Fiber* f, u64 cond) {
  if (f->state != FiberState::kLive || f->woken) return false;
  return (f->pend.kind == EventKind::kWaitEnd && f->pend.obj == cond) ||
         (f->outer && f->outer->kind == EventKind::kWaitEnd && f->outer->obj == cond);  // runs a signal handler meanwhile
}

constexpr unsigned kDestroyed = 0xdeadc0de;  // where every initialisation writes 0

void CheckNotDestroyed(const pthread_cond_t* c) {
  if (RW_UNLIKELY(c->__data.__g_signals[1] == kDestroyed))
    MisuseHere(abi::SyncError::kDestroyed, c, "a condition variable is used after it was destroyed");
}

int Wait(pthread_cond_t* c, pthread_mutex_t* m, bool timed, u64 deadline) {
  Fiber* f = Cur();
  CancelPoint();
  Pending begin = Op(EventKind::kWaitBegin, c);
  Point(begin);
  CheckNotDestroyed(c);
  if (int error = CheckHeld(m)) {
    RecordPending(f)->outcome = 1;
    return error;
  }
  const bool keeps = m->__data.__count > 1;
  if (keeps) {
    --m->__data.__count;
    RecordPending(f);
  } else {
    m->__data.__lock = 0;
    m->__data.__owner = 0;
    m->__data.__count = 0;
    RecordPending(f)->value2 = reinterpret_cast<u64>(m);
  }
  f->woken = f->cancel_pending && f->cancel_state != PTHREAD_CANCEL_DISABLE;
  f->wait_seq = ++W->wait_seq;
  Touch(reinterpret_cast<u64>(m));

  bool spurious = g_rt.plan->flags & abi::kPlanSpurious;
  Pending end = Op(EventKind::kWaitEnd, c, timed || spurious ? ReadyAny : Ready);
  end.obj2 = reinterpret_cast<u64>(m);
  end.deadline = deadline;
  end.arg = (timed ? 1 : 0) | (spurious ? 2 : 0);
  Point(end);
  u32 mask = f->woken ? 1u << kWoken : 0;
  if (!f->woken && timed && !(spurious && IsEarly(f))) mask |= 1u << kTimedOut;
  if (!f->woken && spurious) mask |= 1u << kSpurious;
  u32 result = ChooseOutcome(mask ? mask : 1u << kWoken, f->woken ? kWoken : timed ? kTimedOut : kSpurious);
  if (keeps) ++m->__data.__count;
  else TakeMutex(f, m);
  Event* e = RecordPending(f);
  e->value = result;
  e->value2 = keeps ? 0 : reinterpret_cast<u64>(m);
  e->outcome = static_cast<u8>(result);
  f->pend.kind = EventKind::kNone;
  if (result == kTimedOut) TimedOut(f);
  CancelPoint();
  return result == kTimedOut ? ETIMEDOUT : 0;
}

int ClockOf(const pthread_cond_t* c) { return (c->__data.__wrefs & 2) ? CLOCK_MONOTONIC : CLOCK_REALTIME; }

void Wake(Fiber* f) {
  f->woken = true;
  if (f->pend.kind == EventKind::kWaitEnd) SetEnabled(f, f->pend.ready(f) || DueSignals(f));
}

void Signal(pthread_cond_t* c) {
  Fiber* f = Cur();
  Point(Op(EventKind::kSignal, c));
  CheckNotDestroyed(c);
  u64 cond = reinterpret_cast<u64>(c);
  Fiber* waiting[32];
  u32 n = 0;
  for (u32 t = 0; t < W->threads; ++t) {
    Fiber* w = &W->fibers[t];
    if (!Waits(w, cond)) continue;
    u32 k = n < 32 ? n++ : 31;  // by arrival; beyond 32 the latest is no choice
    for (; k > 0 && waiting[k - 1]->wait_seq > w->wait_seq; --k) waiting[k] = waiting[k - 1];
    waiting[k] = w;
  }
  u32 which = n ? ChooseOutcome(n == 32 ? ~0u : (1u << n) - 1, 0) : 0;
  Event* e = RecordPending(f);
  e->outcome = static_cast<u8>(which);
  if (n == 0) return;
  e->value = waiting[which]->tid + 1u;
  Wake(waiting[which]);
  Effect();
}

void Broadcast(pthread_cond_t* c) {
  Fiber* f = Cur();
  Point(Op(EventKind::kBroadcast, c));
  CheckNotDestroyed(c);
  u32 woken = 0;
  for (u32 t = 0; t < W->threads; ++t)
    if (Waits(&W->fibers[t], reinterpret_cast<u64>(c))) Wake(&W->fibers[t]), ++woken;
  RecordPending(f)->value = woken;
  if (woken) Effect();
}

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;
using reweave::abi::SyncError;

RW_EXPORT int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  c = OneAddress(c);
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_cond_wait(c, m);
  return Wait(c, m, false, 0);
}
RW_EXPORT int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* t) {
  c = OneAddress(c);
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_cond_timedwait(c, m, t);
  if (!ValidTime(t)) return EINVAL;
  return Wait(c, m, true, Deadline(ClockOf(c), t));
}
RW_EXPORT int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock, const timespec* t) {
  c = OneAddress(c);
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_cond_clockwait(c, m, clock, t);
  if (!ValidTime(t)) return EINVAL;
  return Wait(c, m, true, Deadline(clock, t));
}
RW_EXPORT int pthread_cond_signal(pthread_cond_t* c) {
  c = OneAddress(c);
  if (!Controlled()) return Dormant().pthread_cond_signal(c);
  Signal(c);
  return 0;
}
RW_EXPORT int pthread_cond_broadcast(pthread_cond_t* c) {
  c = OneAddress(c);
  if (!Controlled()) return Dormant().pthread_cond_broadcast(c);
  Broadcast(c);
  return 0;
}
RW_EXPORT int pthread_cond_destroy(pthread_cond_t* c) {
  c = OneAddress(c);
  if (!Controlled()) return Dormant().pthread_cond_destroy(c);
  LifePoint(c);
  if (c->__data.__g_signals[1] == kDestroyed) Misuse(SyncError::kDestroyed, c, "a condition variable is destroyed twice");
  if (AnybodyWaits(c))
    Misuse(SyncError::kDestroyedInUse, c,
           "a condition variable is destroyed while a thread waits for it (libc would wait for ever)");
  c->__data.__g_signals[1] = kDestroyed;
  return 0;
}
RW_EXPORT int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* a) {
  c = OneAddress(c);
  if (Controlled()) LifePoint(c);
  if (Controlled() && AnybodyWaits(c))
    Misuse(SyncError::kInitialisedInUse, c, "a condition variable is initialised again while a thread waits for it");
  int shared = 0;
  if (a) pthread_condattr_getpshared(a, &shared);
  if (Controlled()) ForProcesses(shared == PTHREAD_PROCESS_SHARED);
  return Dormant().pthread_cond_init(c, a);
}
