// Virtual time and seeded randomness: the program sees the same world in every run. Every reading moves the clock on a
// little, so that loops which wait for time to pass end; sleeping and timing out move it to the deadline. When a sleep or a
// timed wait may end is decided in timing.cc.
#include <errno.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u32 kLongRow = 8;  // time limits that ran out one after the other while nothing changed
constexpr u64 kSecond = 1'000'000'000;
constexpr u64 kRealtimeBase = 1'700'000'000 * kSecond;
constexpr u64 kMonotonicBase = 1'000 * kSecond;

bool IsRealtime(int clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI; }
u64 Base(int clock) {
  if (IsRealtime(clock)) return kRealtimeBase;
  if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return 0;
  return kMonotonicBase;
}

bool Never(const Fiber*) { return false; }

u64 Extern(u64 value) {
  Fiber* f = Cur();
  ++f->ordinal;
  ++f->writes;
  if (Recording(abi::kRecordSync)) {
    Event* e = Record(EventKind::kExtern, f);
    e->site = CallSite(f);
    e->value = value;
  }
  return value;
}

void Split(u64 ns, timespec* t) {
  t->tv_sec = static_cast<time_t>(ns / kSecond);
  t->tv_nsec = static_cast<long>(ns % kSecond);
}

}  // namespace

u64 VirtualNow(int clock) {
  W->clock_ns += ClockStep();
  if (RW_UNLIKELY(W->timer_count)) FireTimers();
  return Base(clock) + W->clock_ns;
}

void AdvanceTo(u64 ns) {
  if (ns > W->clock_ns) W->clock_ns = ns;
  if (RW_UNLIKELY(W->timer_count)) FireTimers();
}

bool ValidTime(const timespec* t) { return t && t->tv_nsec >= 0 && t->tv_nsec < static_cast<long>(kSecond); }

u64 Deadline(int clock, const timespec* t) {
  if (t->tv_sec < 0) return 0;
  u64 at = static_cast<u64>(t->tv_sec) > ~0ull / kSecond / 2
               ? ~0ull / 2
               : static_cast<u64>(t->tv_sec) * kSecond + static_cast<u64>(t->tv_nsec);
  u64 base = Base(clock);
  return at > base ? at - base : 0;
}

void TimedOut(Fiber* f) {
  AdvanceTo(f->pend.deadline);
  if (!FreeTime()) return;
  ++W->time_moves;
  // One that runs out again in the same place, or many in a row, though nothing has changed, could do so for ever: it counts as a
  // yield.
  f->late_row = f->late_epoch == W->effects ? f->late_row + 1 : 0;
  bool again = f->late_row >= kLongRow || (f->late_row && f->late_site == f->pend.site);
  f->late_site = f->pend.site;
  f->late_epoch = W->effects;
  if (!again) return;
  Yielded(f);
  SetBit(W->stutters, f->tid);
}

u64 ProgramRandom() {
  u64 x = W->random;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  return W->random = x;
}

long SleepCall(u64 ns, u64* rest) {
  Fiber* f = Cur();
  CancelPoint();
  u64 until = W->clock_ns + ns;
  Pending p = Op(EventKind::kSleep, nullptr);
  if (FreeTime() || ns == 0) {
    Yielded(f);
    ++W->time_moves;
  } else {
    p.timed = true;
    p.ready = Never;
    p.deadline = until;
    p.interrupts = kAlways;
  }
  Point(p);
  RecordPending(f)->value = ns;
  if (f->interrupted && until > W->clock_ns) {
    if (rest) *rest = until - W->clock_ns;
    return -EINTR;
  }
  AdvanceTo(until);
  return 0;
}

void YieldCall() {
  Fiber* f = Cur();
  Yielded(f);
  Point(Op(EventKind::kYield, nullptr));
  RecordPending(f);
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int clock_gettime(clockid_t clock, timespec* t) {
  if (!Controlled()) return Dormant().clock_gettime(clock, t);
  Split(Extern(VirtualNow(clock)), t);
  return 0;
}
RW_EXPORT int gettimeofday(timeval* t, void* zone) {
  if (!Controlled()) return Dormant().gettimeofday(t, zone);
  u64 now = Extern(VirtualNow(CLOCK_REALTIME));
  *t = {static_cast<time_t>(now / kSecond), static_cast<suseconds_t>(now % kSecond / 1000)};
  return 0;
}
RW_EXPORT time_t time(time_t* out) {
  if (!Controlled()) return Dormant().time(out);
  time_t now = static_cast<time_t>(Extern(VirtualNow(CLOCK_REALTIME)) / kSecond);
  if (out) *out = now;
  return now;
}
RW_EXPORT int timespec_get(timespec* t, int base) {
  if (!Controlled()) return Dormant().timespec_get(t, base);
  if (base != TIME_UTC) return 0;
  Split(Extern(VirtualNow(CLOCK_REALTIME)), t);
  return base;
}
RW_EXPORT clock_t clock() {
  if (!Controlled()) return Dormant().clock();
  return static_cast<clock_t>(Extern(VirtualNow(CLOCK_PROCESS_CPUTIME_ID)) / 1000);
}
static int SleepOrFail(u64 ns, timespec* rest) {
  u64 left = 0;
  if (SleepCall(ns, &left) == 0) return 0;
  if (rest) Split(left, rest);
  *__errno_location() = EINTR;
  return -1;
}
RW_EXPORT int nanosleep(const timespec* t, timespec* rest) {
  if (!Controlled()) return Dormant().nanosleep(t, rest);
  if (!ValidTime(t)) {
    *__errno_location() = EINVAL;
    return -1;
  }
  u64 ns = static_cast<u64>(t->tv_sec) * kSecond + static_cast<u64>(t->tv_nsec);
  if (rest) *rest = {};  // may be t itself
  return SleepOrFail(ns, rest);
}
RW_EXPORT int clock_nanosleep(clockid_t clock, int flags, const timespec* t, timespec* rest) {
  if (!Controlled()) return Dormant().clock_nanosleep(clock, flags, t, rest);
  if (!ValidTime(t)) return EINVAL;
  u64 ns = static_cast<u64>(t->tv_sec) * kSecond + static_cast<u64>(t->tv_nsec);
  if (flags & TIMER_ABSTIME) {
    u64 at = Deadline(clock, t);
    ns = at > W->clock_ns ? at - W->clock_ns : 0;
  }
  u64 left = 0;
  const long r = SleepCall(ns, &left);
  if (r != 0 && rest && !(flags & TIMER_ABSTIME)) Split(left, rest);
  return static_cast<int>(-r);
}
RW_EXPORT int usleep(useconds_t us) {
  if (!Controlled()) return Dormant().usleep(us);
  return SleepOrFail(us * 1000ull, nullptr);
}
RW_EXPORT unsigned sleep(unsigned s) {
  if (!Controlled()) return Dormant().sleep(s);
  u64 left = 0;
  SleepCall(s * kSecond, &left);
  return static_cast<unsigned>((left + kSecond - 1) / kSecond);
}
RW_EXPORT int thrd_sleep(const timespec* t, timespec* rest) {
  if (!Controlled()) return Dormant().thrd_sleep(t, rest);
  return SleepOrFail(static_cast<u64>(t->tv_sec) * kSecond + static_cast<u64>(t->tv_nsec), rest);
}
RW_EXPORT int sched_yield() {
  if (!Controlled()) return Dormant().sched_yield();
  YieldCall();
  return 0;
}
RW_EXPORT void thrd_yield() { sched_yield(); }

RW_EXPORT ssize_t getrandom(void* p, size_t n, unsigned flags) {
  if (!Controlled()) return Dormant().getrandom(p, n, flags);
  for (size_t i = 0; i < n; i += 8) {
    u64 r = Extern(ProgramRandom());
    __builtin_memcpy(static_cast<u8*>(p) + i, &r, n - i < 8 ? n - i : 8);
  }
  return static_cast<ssize_t>(n);
}

// std::random_device::_M_getval() of libstdc++, which would ask the processor (rdrand). Weak: a static libstdc++ keeps its own.
RW_EXPORT __attribute__((weak)) unsigned _ZNSt13random_device9_M_getvalEv(void* self) {
  if (Controlled()) return static_cast<unsigned>(Extern(ProgramRandom()) >> 16);
  return Dormant()._ZNSt13random_device9_M_getvalEv(self);
}
