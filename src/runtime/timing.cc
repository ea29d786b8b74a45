// When waiting for time is over (abi::kPlanFreeTime: whenever the plan likes; what follows is the other model, the default).
//
// Time stands still while a thread can run. A sleep or a timed wait is *early* until its moment comes:
//   - nobody else can run: the clock moves to the first deadline, and everybody whose deadline is close to it is due;
//   - others run on and on: each scheduling point counts as kPointTime of its wait, at least kLeastPoints of them, so that
//     "let them work for a second, then stop them" ends.
// An early thread is no candidate. A plan may choose it all the same, and random policies do now and then: the trace says so
// (Early), and what such a run shows needs a thread that was delayed for that long.
//
// Reading a clock moves it by kTick. A thread that reads it again and again without ever waiting waits for it to pass: for such
// a row the steps grow, so that a loop bounded by a second of clock makes at most a thousand turns. What clocks say makes nobody
// due before his moment as above: a program that writes a time stamp with each line of a log must not outrun a sleep.
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

constexpr u64 kTick = 1'000;
constexpr u32 kFreeReadings = 64;        // of a row, before the steps grow
constexpr u64 kLargestStep = 1'250'000;  // ns
constexpr u64 kPointTime = 50'000;       // ns
constexpr u64 kLeastPoints = 5'000;
constexpr u64 kTogether = 1'000'000;     // ns: deadlines so close are not ordered by time
constexpr u32 kOneOf = 16;               // runs in which sleeps are overtaken, and points of such a run

bool Events() { return !(g_rt.plan->flags & abi::kPlanFreeTime); }

// Its operation can only end by time.
bool NeedsTime(const Fiber* f) {
  if ((f->sigpending & ~f->sigmask) || f->cancel_pending) return false;
  if (f->pend.kind == EventKind::kWaitEnd) return f->pend.arg == 1 && !f->woken;
  return f->pend.timed && f->pend.ready && !f->pend.ready(f);
}

u64 PointsOfWait(const Fiber* f) { return PointsOf(f->pend.deadline > f->time_begin ? f->pend.deadline - f->time_begin : 0); }

template <typename Visit>
void ForEachTimed(Visit visit) {
  for (u32 i = 0; i < W->words; ++i)
    for (u64 m = W->timed[i] & W->enabled[i]; m; m &= m - 1) visit(&W->fibers[i * 64 + static_cast<u32>(__builtin_ctzll(m))]);
}

}  // namespace

bool OvertakingRun() { return (g_rt.seed * 0x9e3779b97f4a7c15ull >> 32) % kOneOf == 0; }

u64 PointsOf(u64 ns) {
  if (ns == 0) return 0;
  return ns / kPointTime > kLeastPoints ? ns / kPointTime : kLeastPoints;
}

void BeginTimed(Fiber* f) {
  if (!Bit(W->timed, f->tid)) ++W->timed_count;  // announced again after a handler: still the same wait
  SetBit(W->timed, f->tid);
  f->time_begin = W->clock_ns;
  f->time_step = W->steps;
  f->reading_row = 0;
}

void EndTimed(Fiber* f) {
  if (!Bit(W->timed, f->tid)) return;
  ClearBit(W->timed, f->tid);
  --W->timed_count;
}

bool IsEarly(const Fiber* f) {
  if (!Bit(W->timed, f->tid) || !Events() || f->pend.deadline <= W->passed_ns) return false;
  return W->steps - f->time_step < PointsOfWait(f) && NeedsTime(f);
}

// Takes early threads out of the candidates.
void LeaveOutEarly() {
  for (u32 i = 0; i < W->words; ++i) g_rt.early[i] = 0;
  if (!Events()) return;
  ForEachTimed([](Fiber* f) {
    if (!IsEarly(f)) return;
    SetBit(g_rt.early, f->tid);
    ClearBit(g_rt.cand, f->tid);
    ClearBit(g_rt.over, f->tid);
  });
  Note(abi::kSeenTimeWait);
}

u64 FirstDeadline() {
  u64 first = W->fd_waiters ? FirstTimer() : ~0ull;
  if (const u64 alarm = NextAlarm(); alarm < first) first = alarm;
  ForEachTimed([&](Fiber* f) {
    if (f->pend.deadline < first && IsEarly(f)) first = f->pend.deadline;
  });
  return first;
}

// Nobody can go on but by time: the clock moves to the first deadline.
void PassTime() {
  u64 first = FirstDeadline(), until = first;
  ForEachTimed([&](Fiber* f) {
    if (f->pend.deadline > until && f->pend.deadline - first < kTogether && IsEarly(f)) until = f->pend.deadline;
  });
  ++W->time_moves;
  W->passed_ns = until > W->clock_ns ? until : W->clock_ns;
  AdvanceTo(until);
}

// A thread whose sleep is overtaken here, or null: in one of 16 runs, at one of 16 points.
Fiber* Overtaking() {
  if (!W->timed_count || !Events() || !OvertakingRun() || (Random64() >> 48) % kOneOf != 0) return nullptr;
  u32 n = 0;
  ForEachTimed([&](Fiber* f) { n += IsEarly(f); });
  if (n == 0) return nullptr;
  u64 k = (Random64() >> 32) * n >> 32;
  Fiber* pick = nullptr;
  ForEachTimed([&](Fiber* f) {
    if (!pick && IsEarly(f) && k-- == 0) pick = f;
  });
  return pick;
}

// The running fiber was chosen before its time, although another could have gone on: for the trace.
void NoteEarly(const Fiber* f) {
  if (!IsEarly(f)) return;
  u32 other = kNoThread;
  for (u32 i = 0; i < W->words && other == kNoThread; ++i) {
    u64 m = g_rt.cand[i];
    if (i == f->tid / 64) m &= ~(1ull << (f->tid % 64));
    if (m) other = i * 64 + static_cast<u32>(__builtin_ctzll(m));
  }
  NoteDelay(f, f->pend.deadline > W->clock_ns ? f->pend.deadline - W->clock_ns : 0, other);
}

void NoteDelay(const Fiber* f, u64 ns, u32 delayed) {
  Event* e = RecordMeta(EventKind::kEarly);
  e->tid = f->tid;
  e->ordinal = f->ordinal;
  e->value = ns;
  e->value2 = delayed;
}

// How far the clock moves when the running fiber reads it.
u64 ClockStep() {
  Fiber* f = Cur();
  if (!Events()) return kTick;
  u64 step = kTick;
  if (f->reading_row++ == 0) f->row_begin = W->clock_ns;
  if (f->reading_row > kFreeReadings) {
    step = (W->clock_ns - f->row_begin) / 16;
    if (step > kLargestStep) step = kLargestStep;
    u64 points = (W->steps - f->reading_step) * kPointTime;
    if (points > step) step = points;
    if (step < kTick) step = kTick;
  }
  f->reading_step = W->steps;
  return step;
}

}  // namespace reweave::rt
