// Futexes, as libstdc++ (atomic::wait, semaphores, latches, futures) and libc use them, by syscall() or trapped.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

bool Woken(const Fiber* f) { return f->woken; }

// Which waiters a call means. The kernel keeps those with FUTEX_PRIVATE_FLAG apart from those without, also on memory that no
// other process sees.
struct Group {
  u32 bits = FUTEX_BITSET_MATCH_ANY;
  bool is_private = false;
};
u64 Pack(Group group) { return group.bits | static_cast<u64>(group.is_private) << 32; }

bool Waits(const Fiber* f, u64 address, Group group) {
  const auto waits = [&](const Pending& p) {
    return p.kind == EventKind::kFutexWait && p.ready == Woken && p.obj == address && p.arg & group.bits &&
           (p.arg >> 32 != 0) == group.is_private;
  };
  return f->state == FiberState::kLive && !f->woken && (waits(f->pend) || (f->outer && waits(*f->outer)));
}

long Wait(u32* address, u32 expected, bool timed, u64 deadline, Group group) {
  Fiber* f = Cur();
  Point(Op(EventKind::kFutexWait, address));
  if (__atomic_load_n(address, __ATOMIC_RELAXED) != expected) {
    RecordPending(f)->value = EAGAIN;
    return -EAGAIN;
  }
  RecordPending(f)->value = EINPROGRESS;  // a step of its own: others may come before it
  f->woken = false;
  f->wait_seq = ++W->wait_seq;
  Pending p = Op(EventKind::kFutexWait, address, Woken);
  p.timed = timed;
  p.deadline = deadline;
  p.interrupts = kUnlessRestarted;
  p.arg = Pack(group);
  Point(p);
  bool woken = f->woken;
  RecordPending(f)->value = woken ? 0 : f->interrupted ? EINTR : ETIMEDOUT;
  f->pend.kind = EventKind::kNone;
  if (woken) return 0;
  if (f->interrupted) return -EINTR;
  if (timed) TimedOut(f);
  return timed ? -ETIMEDOUT : -EINTR;
}

// Wakes up to n waiters in order of arrival; if only some of them, which one is first is an outcome.
u32 Wake(u64 address, u32 n, Group group, u32* which) {
  u32 woken = 0;
  *which = 0;
  while (woken < n) {
    Fiber* waiting[32];
    u32 count = 0;
    for (u32 t = 0; t < W->threads; ++t) {
      Fiber* f = &W->fibers[t];
      if (!Waits(f, address, group) || count == 32) continue;
      u32 k = count++;
      for (; k > 0 && waiting[k - 1]->wait_seq > f->wait_seq; --k) waiting[k] = waiting[k - 1];
      waiting[k] = f;
    }
    if (count == 0) break;
    if (n == 1 && count > 1) *which = ChooseOutcome(count == 32 ? ~0u : (1u << count) - 1, 0);
    waiting[*which]->woken = true;
    if (waiting[*which]->pend.ready == Woken) SetEnabled(waiting[*which], true);
    ++woken;
  }
  if (woken) Effect();
  return woken;
}

long WakeNow(u32* address, u32 n, Group group) {
  u32 which, woken = Wake(reinterpret_cast<u64>(address), n, group, &which);
  Event* e = RecordPending(Cur());
  e->value = woken;
  e->outcome = static_cast<u8>(which);
  return woken;
}

long WakeCall(u32* address, u32 n, Group group) {
  Point(Op(EventKind::kFutexWake, address));
  return WakeNow(address, n, group);
}

// expected: null, or what the word must be at that moment.
long Requeue(u32* from, u32 n, u32 move, u32* to, Group group, const u32* expected) {
  Point(Op(EventKind::kFutexWake, from));
  if (expected && __atomic_load_n(from, __ATOMIC_RELAXED) != *expected) {
    RecordPending(Cur());
    return -EAGAIN;
  }
  long woken = WakeNow(from, n, group);
  for (u32 t = 0; t < W->threads && move > 0; ++t) {
    Fiber* f = &W->fibers[t];
    if (!Waits(f, reinterpret_cast<u64>(from), group)) continue;
    f->pend.obj = reinterpret_cast<u64>(to);
    --move;
    ++woken;
  }
  return woken;
}

}  // namespace

long FutexCall(long a, long b, long c, long d, long e, long f6) {
  auto* address = OneAddress(reinterpret_cast<u32*>(a));
  int op = static_cast<int>(b) & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  int clock = b & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  auto* limit = reinterpret_cast<const timespec*>(d);
  const u32 expected = static_cast<u32>(f6);
  const Group all{.is_private = (b & FUTEX_PRIVATE_FLAG) != 0};
  const Group some{.bits = static_cast<u32>(f6), .is_private = all.is_private};
  switch (op) {
    case FUTEX_WAIT: {
      u64 ns = limit ? static_cast<u64>(limit->tv_sec) * 1'000'000'000 + static_cast<u64>(limit->tv_nsec) : 0;
      return Wait(address, static_cast<u32>(c), limit != nullptr, W->clock_ns + ns, all);
    }
    case FUTEX_WAIT_BITSET:
      if (some.bits == 0) return -EINVAL;
      return Wait(address, static_cast<u32>(c), limit != nullptr, limit ? Deadline(clock, limit) : 0, some);
    case FUTEX_WAKE: return WakeCall(address, static_cast<u32>(c), all);
    case FUTEX_WAKE_BITSET: return WakeCall(address, static_cast<u32>(c), some);
    case FUTEX_CMP_REQUEUE:
    case FUTEX_REQUEUE:
      return Requeue(address, static_cast<u32>(c), static_cast<u32>(d), OneAddress(reinterpret_cast<u32*>(e)), all,
                     op == FUTEX_CMP_REQUEUE ? &expected : nullptr);
    case FUTEX_UNLOCK_PI: return -EPERM;  // libc asks once whether it exists; the mutex model needs no kernel help
    default: EndUnsupported("futex operation (priority inheritance or wake-op)", SYS_futex);
  }
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT long syscall(long nr, ...) {
  va_list list;
  va_start(list, nr);
  long a[6];
  for (long& x : a) x = va_arg(list, long);
  va_end(list);
  if (!Controlled()) return Dormant().syscall(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (nr == SYS_futex) NoteForeign(Cur(), __builtin_return_address(0));
  long r = nr == SYS_futex ? FutexCall(a[0], a[1], a[2], a[3], a[4], a[5]) : Emulate(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (r < 0 && r > -4096) {
    *__errno_location() = static_cast<int>(-r);
    return -1;
  }
  return r;
}
