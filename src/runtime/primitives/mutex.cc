// pthread mutexes: all types, robust, try, timed. State lives in the pthread_mutex_t, laid out as libc does, so that
// static initialisers, debuggers and rewinding need nothing from us.
//
//   __lock 0 free, 1 held, 2 owner died, 3 not recoverable; __owner = gettid() of the holder; __count = recursion depth.
#include <errno.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

void ForProcesses(bool is);  // syscalls.cc
namespace {

constexpr int kTypeMask = 3, kRobustBit = 16;
constexpr int kRecursive = PTHREAD_MUTEX_RECURSIVE_NP, kErrorCheck = PTHREAD_MUTEX_ERRORCHECK_NP;
enum Lock : int { kFree = 0, kHeld = 1, kOwnerDied = 2, kLost = 3 };

int Type(const pthread_mutex_t* m) { return m->__data.__kind & kTypeMask; }
bool Robust(const pthread_mutex_t* m) { return m->__data.__kind & kRobustBit; }
bool ChecksOwner(const pthread_mutex_t* m) { return Type(m) == kErrorCheck || Type(m) == kRecursive || Robust(m); }
bool HeldBy(const pthread_mutex_t* m, const Fiber* f) {
  return m->__data.__lock == kHeld && m->__data.__owner == static_cast<int>(Gettid(f));
}

constexpr int kDestroyedKind = -1;  // as libc leaves it

void CheckNotDestroyed(const pthread_mutex_t* m) {
  if (RW_UNLIKELY(m->__data.__kind == kDestroyedKind))
    MisuseHere(abi::SyncError::kDestroyed, m, "a mutex is used after it was destroyed");
}

bool Ready(const Fiber* f) { return MutexFree(reinterpret_cast<pthread_mutex_t*>(f->pend.obj)); }

// Locking a mutex that the thread holds: 0 = go on and wait (a deadlock of its own making), else the result.
bool Relock(pthread_mutex_t* m, Fiber* f, bool trying, int* result) {
  if (!HeldBy(m, f)) return false;
  if (Type(m) == kRecursive) {
    if (m->__data.__count == ~0u) {
      *result = EAGAIN;
      return true;
    }
    ++m->__data.__count;
    *result = 0;
    return true;
  }
  if (trying) {
    *result = EBUSY;
    return true;
  }
  if (Type(m) == kErrorCheck) {
    *result = EDEADLK;
    return true;
  }
  return false;
}

// What is there may be anything, if it was never initialised: on a stack nothing is believed, elsewhere only what fits together.
bool HeldByAnybody(const pthread_mutex_t* m) {
  uptr a = reinterpret_cast<uptr>(m);
  if (InSlots(a) && !InSlotHeap(a)) return false;
  if (m->__data.__lock != kHeld || m->__data.__nusers == 0 || m->__data.__count == 0 || m->__data.__kind < 0) return false;
  for (u32 t = 0; t < W->threads; ++t)
    if (W->fibers[t].state == FiberState::kLive && HeldBy(m, &W->fibers[t])) return true;
  return false;
}

int Acquire(Fiber* f, pthread_mutex_t* m) {
  if (m->__data.__lock == kLost) return ENOTRECOVERABLE;
  bool died = m->__data.__lock == kOwnerDied;
  TakeMutex(f, m);
  if (died) m->__data.__owner = static_cast<int>(Gettid(f)), m->__data.__spins = 1;  // inconsistent until declared else
  return died ? EOWNERDEAD : 0;
}

int LockAt(pthread_mutex_t* m, bool timed, u64 deadline) {
  Fiber* f = Cur();
  int result;
  Pending p = Op(EventKind::kLock, m, Ready);
  if (Relock(m, f, false, &result)) {
    p.ready = nullptr;
    Point(p);
    Event* e = RecordPending(f);
    e->value = m->__data.__count;
    e->outcome = result != 0;
    return result;
  }
  p.timed = timed;
  p.deadline = deadline;
  Point(p);
  CheckNotDestroyed(m);
  if (!MutexFree(m)) {
    f->pend.kind = EventKind::kLockTimeout;
    RecordPending(f)->value = ETIMEDOUT;
    TimedOut(f);
    return ETIMEDOUT;
  }
  result = Acquire(f, m);
  RecordPending(f)->value = m->__data.__count;
  return result;
}

}  // namespace

bool MutexFree(const pthread_mutex_t* m) { return m->__data.__lock != kHeld; }

void TakeMutex(Fiber* f, pthread_mutex_t* m) {
  m->__data.__lock = kHeld;
  m->__data.__owner = static_cast<int>(Gettid(f));
  m->__data.__count = 1;
  ++m->__data.__nusers;
  if (Robust(m) && W->robust_count < kMaxRobust) W->robust[W->robust_count++] = {m, f->tid};
  Touch(reinterpret_cast<u64>(m));
}

int LockMutex(pthread_mutex_t* m) { return LockAt(m, false, 0); }

static const char* NotHeldText(const pthread_mutex_t* m) {
  return m->__data.__lock == kHeld ? "a mutex is unlocked by a thread that does not hold it, while another one does"
                                   : "a mutex is unlocked that nobody holds";
}

int CheckHeld(pthread_mutex_t* m) {
  CheckNotDestroyed(m);
  if (HeldBy(m, Cur())) return 0;
  if (ChecksOwner(m)) return EPERM;
  MisuseHere(abi::SyncError::kNotHeld, m, NotHeldText(m));
  return 0;
}

int UnlockMutex(pthread_mutex_t* m) {
  Fiber* f = Cur();
  Point(Op(EventKind::kUnlock, m));
  CheckNotDestroyed(m);
  const bool mine = HeldBy(m, f);
  if (!mine && ChecksOwner(m)) {
    RecordPending(f)->outcome = abi::kUnlockRefused;
    return EPERM;
  }
  if (!mine && !PassesMisuse()) CheckHeld(m);
  const char* wrong = mine || !W->started ? nullptr : NotHeldText(m);
  if (mine && Type(m) == kRecursive && m->__data.__count > 1) {
    --m->__data.__count;
    RecordPending(f)->value = m->__data.__count;
    return 0;
  }
  if (Robust(m))
    for (u32 i = 0; i < W->robust_count; ++i)
      if (W->robust[i].mutex == m) {
        W->robust[i] = W->robust[--W->robust_count];
        break;
      }
  m->__data.__lock = Robust(m) && m->__data.__spins ? kLost : kFree;
  m->__data.__owner = 0;
  m->__data.__count = 0;
  if (m->__data.__nusers) --m->__data.__nusers;
  RecordPending(f)->outcome = wrong ? abi::kUnlockNotHeld : abi::kGivenBack;
  if (wrong) PassMisuse(wrong);
  Touch(reinterpret_cast<u64>(m));
  return 0;
}

void ReleaseRobust(Fiber* f) {
  for (u32 i = 0; i < W->robust_count;) {
    if (W->robust[i].tid != f->tid) {
      ++i;
      continue;
    }
    pthread_mutex_t* m = W->robust[i].mutex;
    W->robust[i] = W->robust[--W->robust_count];
    m->__data.__lock = kOwnerDied;
    m->__data.__owner = 0;
    Touch(reinterpret_cast<u64>(m));
  }
}

}  // namespace reweave::rt

using namespace reweave::rt;
using reweave::abi::SyncError;

RW_EXPORT int pthread_mutex_lock(pthread_mutex_t* m) {
  m = OneAddress(m);
  if (RW_UNLIKELY(!Controlled())) return Dormant().pthread_mutex_lock(m);
  return LockMutex(m);
}

RW_EXPORT int pthread_mutex_trylock(pthread_mutex_t* m) {
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_mutex_trylock(m);
  Fiber* f = Cur();
  Point(Op(EventKind::kTryLock, m));
  CheckNotDestroyed(m);
  int result;
  if (!Relock(m, f, true, &result)) result = MutexFree(m) ? Acquire(f, m) : EBUSY;
  RecordPending(f)->value = static_cast<u64>(result);
  if (result) NoteRead(f, f->pend.site, f->pend.obj, static_cast<u64>(result));
  return result;
}

RW_EXPORT int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock, const timespec* t) {
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_mutex_clocklock(m, clock, t);
  if (!ValidTime(t) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)) return EINVAL;
  return LockAt(m, true, Deadline(clock, t));
}

RW_EXPORT int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* t) {
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_mutex_timedlock(m, t);
  if (!ValidTime(t)) return EINVAL;
  return LockAt(m, true, Deadline(CLOCK_REALTIME, t));
}

RW_EXPORT int pthread_mutex_unlock(pthread_mutex_t* m) {
  m = OneAddress(m);
  if (RW_UNLIKELY(!Controlled())) return Dormant().pthread_mutex_unlock(m);
  return UnlockMutex(m);
}

RW_EXPORT int pthread_mutex_consistent(pthread_mutex_t* m) {
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_mutex_consistent(m);
  if (!Robust(m) || !HeldBy(m, Cur()) || !m->__data.__spins) return EINVAL;
  m->__data.__spins = 0;
  return 0;
}

RW_EXPORT int pthread_mutex_destroy(pthread_mutex_t* m) {
  m = OneAddress(m);
  if (!Controlled()) return Dormant().pthread_mutex_destroy(m);
  LifePoint(m);
  if (m->__data.__kind == kDestroyedKind) Misuse(SyncError::kDestroyed, m, "a mutex is destroyed twice");
  if (m->__data.__lock == kHeld) {
    const bool answers = Type(m) == kErrorCheck || Type(m) == kRecursive || Robust(m);
    if (!answers) Misuse(SyncError::kDestroyedInUse, m, "a mutex is destroyed while a thread holds it");
    return EBUSY;
  }
  if (AnybodyWaits(m)) Misuse(SyncError::kDestroyedInUse, m, "a mutex is destroyed while a thread waits for it");
  m->__data.__kind = kDestroyedKind;
  return 0;
}

RW_EXPORT int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) {
  m = OneAddress(m);
  if (Controlled()) {
    LifePoint(m);
    if (AnybodyWaits(m)) Misuse(SyncError::kInitialisedInUse, m, "a mutex is initialised again while a thread waits for it");
    if (HeldByAnybody(m)) Misuse(SyncError::kInitialisedInUse, m, "a mutex is initialised again while a thread holds it");
  }
  int shared = 0;
  if (a) pthread_mutexattr_getpshared(a, &shared);
  if (Controlled()) ForProcesses(shared == PTHREAD_PROCESS_SHARED);
  return Dormant().pthread_mutex_init(m, a);
}
