// Read-write locks. State in padding of the pthread_rwlock_t, which libc leaves zero (its own fields keep bits after use):
// __pad3 = number of readers, __pad4 = gettid() of the writer.
// Readers may enter while a writer waits (libc's default preference), unless the lock was made to prefer writers: then a writer
// that has to wait says so in a step of its own, and keeps new readers out. __pad2 = number of such writers.
#include <errno.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

bool PrefersWriters(const pthread_rwlock_t* l) { return l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP; }
bool FreeForRead(const pthread_rwlock_t* l) { return l->__data.__pad4 == 0 && (!PrefersWriters(l) || l->__data.__pad2 == 0); }
bool FreeForWrite(const pthread_rwlock_t* l) { return l->__data.__pad4 == 0 && l->__data.__pad3 == 0; }
bool ReadReady(const Fiber* f) { return FreeForRead(reinterpret_cast<pthread_rwlock_t*>(f->pend.obj)); }
bool WriteReady(const Fiber* f) { return FreeForWrite(reinterpret_cast<pthread_rwlock_t*>(f->pend.obj)); }

void Take(pthread_rwlock_t* l, bool write) {
  if (write) l->__data.__pad4 = static_cast<unsigned>(Gettid(Cur()));
  else ++l->__data.__pad3;
  Touch(reinterpret_cast<u64>(l));
}

int Lock(pthread_rwlock_t* l, bool write, bool timed, u64 deadline) {
  Fiber* f = Cur();
  if (l->__data.__pad4 == static_cast<unsigned>(Gettid(f)) && l->__data.__pad4 != 0) {
    Point(Op(write ? EventKind::kTryWriteLock : EventKind::kTryReadLock, l));
    RecordPending(f)->value = EDEADLK;
    return EDEADLK;
  }
  const bool keeps_out = write && PrefersWriters(l) && W->started;
  if (keeps_out) {
    Point(Op(EventKind::kTryWriteLock, l));
    if (FreeForWrite(l)) {
      Take(l, true);
      RecordPending(f);
      return 0;
    }
    ++l->__data.__pad2;
    RecordPending(f)->value = EBUSY;
    Touch(reinterpret_cast<u64>(l));
  }
  Pending p = Op(write ? EventKind::kWriteLock : EventKind::kReadLock, l, write ? WriteReady : ReadReady);
  p.timed = timed;
  p.deadline = deadline;
  Point(p);
  if (keeps_out) --l->__data.__pad2, Touch(reinterpret_cast<u64>(l));
  if (!p.ready(f)) {
    f->pend.kind = EventKind::kLockTimeout;
    RecordPending(f)->value = ETIMEDOUT;
    TimedOut(f);
    return ETIMEDOUT;
  }
  Take(l, write);
  RecordPending(f);
  return 0;
}

int Try(pthread_rwlock_t* l, bool write) {
  Fiber* f = Cur();
  Point(Op(write ? EventKind::kTryWriteLock : EventKind::kTryReadLock, l));
  bool free = write ? FreeForWrite(l) : FreeForRead(l);
  if (free) Take(l, write);
  else NoteRead(f, f->pend.site, f->pend.obj, EBUSY);
  RecordPending(f)->value = free ? 0 : EBUSY;
  return free ? 0 : EBUSY;
}

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;
using reweave::abi::SyncError;

RW_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t* l) {
  l = OneAddress(l);
  return Controlled() ? Lock(l, false, false, 0) : Dormant().pthread_rwlock_rdlock(l);
}
RW_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  l = OneAddress(l);
  return Controlled() ? Lock(l, true, false, 0) : Dormant().pthread_rwlock_wrlock(l);
}
RW_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) {
  l = OneAddress(l);
  return Controlled() ? Try(l, false) : Dormant().pthread_rwlock_tryrdlock(l);
}
RW_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t* l) {
  l = OneAddress(l);
  return Controlled() ? Try(l, true) : Dormant().pthread_rwlock_trywrlock(l);
}
RW_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t c, const timespec* t) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_rwlock_clockrdlock(l, c, t);
  return ValidTime(t) ? Lock(l, false, true, Deadline(c, t)) : EINVAL;
}
RW_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t c, const timespec* t) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_rwlock_clockwrlock(l, c, t);
  return ValidTime(t) ? Lock(l, true, true, Deadline(c, t)) : EINVAL;
}
RW_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* t) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_rwlock_timedrdlock(l, t);
  return ValidTime(t) ? Lock(l, false, true, Deadline(CLOCK_REALTIME, t)) : EINVAL;
}
RW_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* t) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_rwlock_timedwrlock(l, t);
  return ValidTime(t) ? Lock(l, true, true, Deadline(CLOCK_REALTIME, t)) : EINVAL;
}
RW_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t* l) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_rwlock_unlock(l);
  Fiber* f = Cur();
  Point(Op(EventKind::kRwUnlock, l));
  const bool nobody = FreeForWrite(l);
  const bool wrong = W->started && (nobody || (l->__data.__pad4 && l->__data.__pad4 != static_cast<unsigned>(Gettid(f))));
  const char* text = nobody ? "a read-write lock is unlocked that nobody holds"
                            : "a read-write lock is unlocked by a thread that does not hold it, while another one writes";
  if (wrong && !PassesMisuse()) MisuseHere(SyncError::kNotHeld, l, text);
  if (l->__data.__pad4) l->__data.__pad4 = 0;
  else if (l->__data.__pad3) --l->__data.__pad3;
  RecordPending(f)->outcome = wrong ? reweave::abi::kUnlockNotHeld : reweave::abi::kGivenBack;
  if (wrong) PassMisuse(text);
  Touch(reinterpret_cast<u64>(l));
  return 0;
}
RW_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t* l) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_rwlock_destroy(l);
  LifePoint(l);
  if (!FreeForWrite(l)) Misuse(SyncError::kDestroyedInUse, l, "a read-write lock is destroyed while a thread holds it");
  if (AnybodyWaits(l)) Misuse(SyncError::kDestroyedInUse, l, "a read-write lock is destroyed while a thread waits for it");
  return 0;
}
