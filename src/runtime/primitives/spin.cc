// pthread spin locks: a word, 0 = held (libc's unlocked value is 1 on x86-64 after pthread_spin_init writes 1).
#include <errno.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

bool Ready(const Fiber* f) { return *reinterpret_cast<volatile int*>(f->pend.obj) == 1; }

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int pthread_spin_lock(pthread_spinlock_t* l) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_spin_lock(l);
  Point(Op(EventKind::kLock, const_cast<int*>(l), Ready));
  *l = 0;
  RecordPending(Cur())->value = 1;
  Touch(reinterpret_cast<u64>(l));
  return 0;
}
RW_EXPORT int pthread_spin_trylock(pthread_spinlock_t* l) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_spin_trylock(l);
  Fiber* f = Cur();
  Point(Op(EventKind::kTryLock, const_cast<int*>(l)));
  bool free = *l == 1;
  if (free) *l = 0, Touch(reinterpret_cast<u64>(l));
  else NoteRead(f, f->pend.site, f->pend.obj, EBUSY);
  RecordPending(f)->value = free ? 0 : EBUSY;
  return free ? 0 : EBUSY;
}
RW_EXPORT int pthread_spin_unlock(pthread_spinlock_t* l) {
  l = OneAddress(l);
  if (!Controlled()) return Dormant().pthread_spin_unlock(l);
  Point(Op(EventKind::kUnlock, const_cast<int*>(l)));
  const bool wrong = *l == 1 && W->started;
  const char* text = "a spin lock is unlocked that nobody holds";
  if (wrong && !PassesMisuse()) MisuseHere(reweave::abi::SyncError::kNotHeld, const_cast<int*>(l), text);
  *l = 1;
  RecordPending(Cur())->outcome = wrong ? reweave::abi::kUnlockNotHeld : reweave::abi::kGivenBack;
  if (wrong) PassMisuse(text);
  Touch(reinterpret_cast<u64>(l));
  return 0;
}
