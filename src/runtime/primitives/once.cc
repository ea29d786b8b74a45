// Things that happen once: pthread_once, and the guards of static locals. The body is the program's code and may throw: the
// control is then free again and the next caller tries (hazards 8): once_body.c sees to that.
#include <errno.h>

#include "runtime/real.h"
#include "runtime/rt.h"

extern "C" void __reweave_once_body(int* control, void (*fn)(), void (*leave)(int*, int));

namespace reweave::rt {
namespace {

// pthread_once_t: libc uses 0 = new, 1 | generation = running, 2 = done.
enum Once : int { kNew = 0, kRunning = 1, kDone = 2 };

bool NotRunning(const Fiber* f) { return *reinterpret_cast<volatile int*>(f->pend.obj) != kRunning; }

void Leave(int* control, int done) {
  *control = done ? kDone : kNew;
  Fiber* f = Cur();
  ++f->ordinal;
  Event* e = Record(EventKind::kOnceEnd, f);
  e->obj = reinterpret_cast<u64>(control);
  e->site = CallSite(f);
  e->value = done ? 0 : 1;
  Effect();
  Touch(reinterpret_cast<u64>(control));
}

void RunOnce(int* control, void (*fn)()) {
  for (;;) {
    Fiber* f = Cur();
    Point(Op(EventKind::kOnceReturn, control, NotRunning));
    if (*control == kDone) {
      RecordPending(f);
      return;
    }
    *control = kRunning;
    Touch(reinterpret_cast<u64>(control));
    f->pend.kind = EventKind::kOnceRun;
    RecordPending(f);
    __reweave_once_body(control, fn, Leave);
    return;
  }
}

// Guards: byte 0 = done (read inline by the program), byte 1 = running, bytes 4..7 = gettid() of the runner.
bool GuardFree(const Fiber* f) { return reinterpret_cast<volatile u8*>(f->pend.obj)[1] == 0; }
u32* Runner(u64* g) { return reinterpret_cast<u32*>(g) + 1; }

void GuardEnd(u64* g, bool done) {
  u8* bytes = reinterpret_cast<u8*>(g);
  Point(Op(EventKind::kOnceEnd, g));
  bytes[0] = done;
  bytes[1] = 0;
  *Runner(g) = 0;
  RecordPending(Cur())->value = done ? 0 : 1;
  Effect();
  Touch(reinterpret_cast<u64>(g));
}

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int pthread_once(pthread_once_t* control, void (*fn)()) {
  if (!Controlled()) return Dormant().pthread_once(control, fn);
  RunOnce(control, fn);
  return 0;
}
RW_EXPORT void call_once(once_flag* flag, void (*fn)()) {
  if (!Controlled()) return Dormant().call_once(flag, fn);
  RunOnce(reinterpret_cast<int*>(flag), fn);
}

// Weak, so that a program without C++ does not meet a second definition it never asked for.
RW_EXPORT __attribute__((weak)) int __cxa_guard_acquire(u64* g) {
  if (!Controlled()) return Dormant().__cxa_guard_acquire(g);
  u8* bytes = reinterpret_cast<u8*>(g);
  Fiber* f = Cur();
  if (bytes[1] && *Runner(g) == Gettid(f)) EndRun(EndKind::kAbort, 0, 0, "recursive initialisation of a static local");
  Point(Op(EventKind::kOnceReturn, g, GuardFree));
  if (bytes[0]) {
    RecordPending(f);
    return 0;
  }
  bytes[1] = 1;
  *Runner(g) = Gettid(f);
  Touch(reinterpret_cast<u64>(g));
  f->pend.kind = EventKind::kOnceRun;
  RecordPending(f);
  return 1;
}
RW_EXPORT __attribute__((weak)) void __cxa_guard_release(u64* g) {
  if (!Controlled()) return Dormant().__cxa_guard_release(g);
  GuardEnd(g, true);
}
RW_EXPORT __attribute__((weak)) void __cxa_guard_abort(u64* g) {
  if (!Controlled()) return Dormant().__cxa_guard_abort(g);
  GuardEnd(g, false);
}
