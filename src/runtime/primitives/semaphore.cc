// POSIX semaphores. The count is where libc's sem_init and sem_getvalue keep it: the low 32 bits of the sem_t.
#include <errno.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

void ForProcesses(bool is);  // syscalls.cc
namespace {

u32* Count(sem_t* s) { return reinterpret_cast<u32*>(s); }
bool Ready(const Fiber* f) { return *reinterpret_cast<u32*>(f->pend.obj) > 0; }

// Behind what libc uses of a sem_t.
u32* Mark(sem_t* s) { return reinterpret_cast<u32*>(s) + 7; }
constexpr u32 kDestroyed = 0xdeadc0de;
static_assert(sizeof(sem_t) == 32);

void CheckNotDestroyed(sem_t* s) {
  if (RW_UNLIKELY(*Mark(s) == kDestroyed))
    MisuseHere(abi::SyncError::kDestroyed, s, "a semaphore is used after it was destroyed");
}

int Fail(int e) {
  *__errno_location() = e;
  return -1;
}

int Wait(sem_t* s, bool trying, bool timed, u64 deadline) {
  Fiber* f = Cur();
  if (!trying) CancelPoint(), BeforeInterruptible();
  Pending p = Op(EventKind::kSemWait, s, trying ? nullptr : Ready);
  p.timed = timed;
  p.deadline = deadline;
  p.interrupts = kUnlessRestarted;
  Point(p);
  CheckNotDestroyed(s);
  bool got = !f->interrupted && *Count(s) > 0;
  if (got) --*Count(s);
  int error = got ? 0 : f->interrupted ? EINTR : trying ? EAGAIN : ETIMEDOUT;
  Event* e = RecordPending(f);
  e->value = static_cast<u64>(error);
  e->value2 = *Count(s);
  e->size = trying ? 1 : 0;
  if (got) {
    Touch(reinterpret_cast<u64>(s));
    return 0;
  }
  if (trying) NoteRead(f, f->pend.site, f->pend.obj, EAGAIN);
  if (timed && !f->interrupted) TimedOut(f);
  return Fail(error);
}

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;
using reweave::abi::SyncError;

RW_EXPORT int sem_wait(sem_t* s) { return Controlled() ? Wait(OneAddress(s), false, false, 0) : Dormant().sem_wait(s); }
RW_EXPORT int sem_trywait(sem_t* s) { return Controlled() ? Wait(OneAddress(s), true, false, 0) : Dormant().sem_trywait(s); }
RW_EXPORT int sem_timedwait(sem_t* s, const timespec* t) {
  s = OneAddress(s);
  if (!Controlled()) return Dormant().sem_timedwait(s, t);
  if (!ValidTime(t)) return Fail(EINVAL);
  return Wait(s, false, true, Deadline(CLOCK_REALTIME, t));
}
RW_EXPORT int sem_clockwait(sem_t* s, clockid_t c, const timespec* t) {
  s = OneAddress(s);
  if (!Controlled()) return Dormant().sem_clockwait(s, c, t);
  if (!ValidTime(t)) return Fail(EINVAL);
  return Wait(s, false, true, Deadline(c, t));
}
// A look at the count is what a try that fails is: it depends on every post and on every wait that takes a unit.
RW_EXPORT int sem_getvalue(sem_t* s, int* value) {
  s = OneAddress(s);
  if (!Controlled()) return Dormant().sem_getvalue(s, value);
  Fiber* f = Cur();
  Point(Op(EventKind::kSemWait, s));
  CheckNotDestroyed(s);
  Event* e = RecordPending(f);
  e->value = EAGAIN;
  e->value2 = *Count(s);
  e->size = 1;
  NoteRead(f, f->pend.site, f->pend.obj, *Count(s));
  *value = static_cast<int>(*Count(s));
  return 0;
}
RW_EXPORT int sem_post(sem_t* s) {
  s = OneAddress(s);
  if (!Controlled()) return Dormant().sem_post(s);
  Point(Op(EventKind::kSemPost, s));
  CheckNotDestroyed(s);
  if (*Count(s) == 0x7fffffff) return Fail(EOVERFLOW);
  ++*Count(s);
  RecordPending(Cur())->value = *Count(s);
  Effect();
  Touch(reinterpret_cast<u64>(s));
  return 0;
}
RW_EXPORT int sem_init(sem_t* s, int shared, unsigned value) {
  s = OneAddress(s);
  if (Controlled()) LifePoint(s);
  if (Controlled() && AnybodyWaits(s))
    Misuse(SyncError::kInitialisedInUse, s, "a semaphore is initialised again while a thread waits for it");
  if (Controlled()) ForProcesses(shared != 0);
  int result = Dormant().sem_init(s, shared, value);
  if (Controlled() && result == 0) *Mark(s) = 0;
  return result;
}
RW_EXPORT int sem_destroy(sem_t* s) {
  s = OneAddress(s);
  if (!Controlled()) return Dormant().sem_destroy(s);
  LifePoint(s);
  if (*Mark(s) == kDestroyed) Misuse(SyncError::kDestroyed, s, "a semaphore is destroyed twice");
  if (AnybodyWaits(s)) Misuse(SyncError::kDestroyedInUse, s, "a semaphore is destroyed while a thread waits for it");
  *Mark(s) = kDestroyed;
  return 0;
}
