// alarm and setitimer, in virtual time. The signal comes when the clock passes the deadline. Time passes when somebody reads a
// clock, sleeps or times out, when nothing else can happen, and when threads work on and on (as for sleeps, timing.cc).
//
// Natively the handler may run between any two steps, also of a program that has one thread only. So a program with a handler is
// put back to where it set the alarm, if it has no thread yet. From there on an alarm may also ring *early*, before its moment:
//   - while there is one thread, at each of its points: ringing here or not is an outcome, which every search goes through;
//   - beside other threads by chance, as sleeps are overtaken.
// What is left out is noted (kSeenAlarm), and then no search is complete: rings beyond kMostEarly in a run, points beyond
// kMostAsked, and short alarms beside threads. A long one needs a thread that is delayed for so long: the trace says so (Early).
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u64 kSecond = 1'000'000'000;
constexpr u64 kLongDelay = kSecond;  // more than a busy machine delays a thread by
constexpr u32 kMostEarly = 2;        // in a run, so that one that is set again and again does not make it endless
constexpr u32 kMostAsked = 256;      // points
constexpr u32 kOneOf = 8;            // points of a random run at which it may ring early

// Nanoseconds until it rings; 0: it is not set.
u64 Left() {
  if (!W->alarm_deadline) return 0;
  return W->alarm_deadline > W->clock_ns ? W->alarm_deadline - W->clock_ns : 1;
}

// The phase of one that rings again and again is nobody's to know.
bool IsLong() { return W->alarm_interval == 0 && Left() > kLongDelay; }

void Set(u64 value, u64 interval) {
  W->alarm_deadline = value ? W->clock_ns + value : 0;
  W->alarm_interval = interval;
  W->alarm_setter = Cur()->tid;
  W->alarm_step = W->steps;
  ++W->timer_count;
  AlarmIsSet();
}

u64 OfTimeval(const timeval& t) { return static_cast<u64>(t.tv_sec) * kSecond + static_cast<u64>(t.tv_usec) * 1000; }
timeval ToTimeval(u64 ns) { return {static_cast<time_t>(ns / kSecond), static_cast<suseconds_t>(ns % kSecond / 1000)}; }

bool ByRule() {
  return W->segment < g_rt.plan->segments || g_rt.tail == abi::TailPolicy::kStay || g_rt.tail == abi::TailPolicy::kYoungest ||
         g_rt.tail == abi::TailPolicy::kRoundRobin;
}

// What the plan says of this point. A schedule lists every point at which the question was asked: up to the last one of them,
// those that are not in the list were no points when it was made.
enum class Listed { kYes, kNo, kOpen };
Listed InPlan(const Fiber* f) {
  Listed found = Listed::kOpen;
  for (u32 i = 0; i < g_rt.plan->outcomes; ++i) {
    const abi::OutcomeChoice& c = g_rt.outcomes[i];
    if (c.tid != f->tid) continue;
    if (c.ordinal == f->ordinal) return Listed::kYes;
    if (c.ordinal > f->ordinal) found = Listed::kNo;
  }
  return found;
}

}  // namespace

// Rounded up, as the kernel does: an alarm that is set never has 0 seconds left.
long AlarmCall(u64 seconds) {
  const u64 left = Left();
  Set(seconds * kSecond, 0);
  return static_cast<long>((left + kSecond - 1) / kSecond);
}

long IntervalTimerCall(long which, const itimerval* set, itimerval* old) {
  if (which != ITIMER_REAL) EndUnsupported("a timer that counts processor time (setitimer): time is virtual here", SYS_setitimer);
  if (old) *old = {ToTimeval(W->alarm_interval), ToTimeval(Left())};
  if (set) Set(OfTimeval(set->it_value), OfTimeval(set->it_interval));
  return 0;
}

// An alarm was set, or its handler was.
void AlarmIsSet() {
  if (!HandlerMayRun()) return;
  Note(abi::kSeenAlarmSet);
  RewindPoint();
  W->handlers = true;
  Point(Op(EventKind::kYield, nullptr));
  RecordPending(Cur());
}

bool HandlerMayRun() { return RW_UNLIKELY(W->alarm_deadline != 0) && HasHandler(SIGALRM); }

// One that nobody hears, because it would end the process, is the watchdog of a test: what it watches is reported instead.
u64 NextAlarm() {
  if (!W->alarm_deadline || !AlarmIsHeard()) return ~0ull;
  Note(abi::kSeenTimeWait);  // natively it may also ring earlier, beside threads that work
  return W->alarm_deadline;
}

void FireAlarm() {
  const u64 deadline = W->alarm_deadline, interval = W->alarm_interval;
  if (!deadline || deadline > W->clock_ns) return;
  const u64 missed = interval ? (W->clock_ns - deadline) / interval + 1 : 0;
  W->alarm_deadline = interval ? deadline + missed * interval : 0;
  W->alarm_step = W->steps;
  if (AlarmIsHeard()) RaiseByTime(SIGALRM, &W->fibers[W->alarm_setter]);
}

// The running thread is at a point, or computes without one: time passes for it, too.
void WorkTowardsAlarm(bool computes) {
  if (!HandlerMayRun()) return;
  if (W->live > 1 && !IsLong()) Note(abi::kSeenAlarm);
  if (W->live > 1) Note(abi::kSeenTimeWait);
  if (!(computes && W->live == 1) && W->steps - W->alarm_step < PointsOf(Left())) return;
  // How many points it takes depends on which locations are points. Where it rang is in the plan.
  if (InPlan(Cur()) != Listed::kNo) AdvanceTo(W->alarm_deadline);
}

// Whether the fiber, which is at a point, is asked if the alarm rings here.
bool MayRingEarly(const Fiber* f) {
  if (!HandlerMayRun() || f->sigmask >> (SIGALRM - 1) & 1 || f->sigpending >> (SIGALRM - 1) & 1) return false;
  if (f->outer) return false;  // in a handler
  const Listed listed = InPlan(f);
  if (listed != Listed::kOpen) return listed == Listed::kYes;
  if (W->alarm_early >= kMostEarly || W->alarm_asked >= kMostAsked) {
    if (W->live == 1) Note(abi::kSeenAlarm);
    return false;
  }
  // Alone it is asked at every point, whatever the policy: a replay by rule must come to the same questions.
  return W->live == 1 || (!ByRule() && OvertakingRun() && (Random64() >> 48) % kOneOf == 0);
}

// It rings before its moment: the clock moves there.
void RingEarly(const Fiber* f) {
  ++W->alarm_early;
  W->early_left = Left();
  if (IsLong()) NoteDelay(f, W->early_left, f->tid);
  AdvanceTo(W->alarm_deadline);
}

// A handler that ends the process reports that something took too long. It did not, the alarm rang early.
void HandlerEndsProcess() {
  const Fiber* f = Cur();
  if (f->outer && W->early_left) NoteDelay(f, W->early_left, f->tid);
}

}  // namespace reweave::rt
