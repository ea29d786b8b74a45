// Timers in virtual time. A timerfd is an eventfd (whose count reads like a timer's expirations) that is written when the clock
// passes the deadline (alarm and setitimer: alarms.cc). Time passes when somebody reads a clock, sleeps or times out, and when
// nothing else can happen any more.
#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

#include "runtime/rt.h"

namespace reweave::rt {

void JournalOpened(long fd);

namespace {

constexpr u64 kSecond = 1'000'000'000;
u64 Nanoseconds(const timespec& t) { return static_cast<u64>(t.tv_sec) * kSecond + static_cast<u64>(t.tv_nsec); }
timespec Time(u64 ns) { return {static_cast<time_t>(ns / kSecond), static_cast<long>(ns % kSecond)}; }

Timer* Find(long fd) {
  for (Timer& t : W->timers)
    if (t.fd == fd + 1) return &t;
  return nullptr;
}

long Create(long clock, long flags) {
  Timer* t = Find(-1);
  if (!t) return -EMFILE;
  long fd = Sys(SYS_eventfd2, 0, flags);
  if (fd < 0) return fd;
  JournalOpened(fd);
  ++W->timer_count;
  *t = {fd + 1, static_cast<int>(clock), 0, 0};
  return fd;
}

void Read(const Timer* t, itimerspec* out) {
  out->it_interval = Time(t->interval);
  out->it_value = Time(t->deadline > W->clock_ns ? t->deadline - W->clock_ns : 0);
}

// Those of the old setting are gone.
void DropExpirations(long fd) {
  u64 count;
  long mode = Sys(SYS_fcntl, fd, F_GETFL);
  Sys(SYS_fcntl, fd, F_SETFL, mode | O_NONBLOCK);
  Sys(SYS_read, fd, reinterpret_cast<long>(&count), 8);
  Sys(SYS_fcntl, fd, F_SETFL, mode);
}

long Set(long fd, long flags, const itimerspec* set, itimerspec* old) {
  Timer* t = Find(fd);
  if (!t) return -EINVAL;
  if (old) Read(t, old);
  DropExpirations(fd);
  u64 value = Nanoseconds(set->it_value);
  t->interval = Nanoseconds(set->it_interval);
  t->deadline = value == 0 ? 0 : flags & TFD_TIMER_ABSTIME ? Deadline(t->clock, &set->it_value) : W->clock_ns + value;
  if (value && t->deadline == 0) t->deadline = 1;
  FireTimers();
  return 0;
}

}  // namespace

void FireTimers() {
  FireAlarm();
  for (Timer& t : W->timers) {
    if (!t.fd || !t.deadline || t.deadline > W->clock_ns) continue;
    u64 times = t.interval ? (W->clock_ns - t.deadline) / t.interval + 1 : 1;
    t.deadline = t.interval ? t.deadline + times * t.interval : 0;
    Sys(SYS_write, t.fd - 1, reinterpret_cast<long>(&times), 8);
    Effect();
  }
}

u64 FirstTimer() {
  u64 first = ~0ull;
  if (W->timer_count)
    for (const Timer& t : W->timers)
      if (t.fd && t.deadline && t.deadline < first) first = t.deadline;
  return first;
}

void ForgetTimer(long fd) {
  if (Timer* t = Find(fd)) *t = {};
}

long TimerCall(long nr, long a, long b, long c, long d) {
  switch (nr) {
    case SYS_timerfd_create: return Create(a, b);
    case SYS_timerfd_settime: return Set(a, b, reinterpret_cast<itimerspec*>(c), reinterpret_cast<itimerspec*>(d));
    default: {
      const Timer* t = Find(a);
      if (!t) return -EINVAL;
      Read(t, reinterpret_cast<itimerspec*>(b));
      return 0;
    }
  }
}

}  // namespace reweave::rt
