// Barriers. libc's layout is private, so ours replaces it in the same 32 bytes; init, wait and destroy are all exported.
#include <errno.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

void ForProcesses(bool is);  // syscalls.cc
namespace {

struct Barrier {
  u32 magic, count, arrived, generation, leaving;
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));
constexpr u32 kMagic = 0x62617272, kDestroyed = 0xdeadc0de;

Barrier* Of(pthread_barrier_t* b) { return reinterpret_cast<Barrier*>(b); }
bool Released(const Fiber* f) { return reinterpret_cast<Barrier*>(f->pend.obj)->generation != f->pend.arg; }

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;
using reweave::abi::SyncError;

RW_EXPORT int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* a, unsigned count) {
  b = OneAddress(b);
  if (!Controlled()) return Dormant().pthread_barrier_init(b, a, count);
  if (count == 0) return EINVAL;
  int shared = 0;
  if (a) pthread_barrierattr_getpshared(a, &shared);
  ForProcesses(shared == PTHREAD_PROCESS_SHARED);
  LifePoint(b);
  if (AnybodyWaits(b)) Misuse(SyncError::kInitialisedInUse, b, "a barrier is initialised again while a thread waits at it");
  *Of(b) = {kMagic, count, 0, 0, 0};
  return 0;
}

RW_EXPORT int pthread_barrier_wait(pthread_barrier_t* b) {
  b = OneAddress(b);
  if (!Controlled()) return Dormant().pthread_barrier_wait(b);
  Barrier* barrier = Of(b);
  Fiber* f = Cur();
  if (barrier->magic != kMagic && barrier->magic != kDestroyed)
    EndUnsupported("a barrier that was initialised before the program was under control", 0);
  Point(Op(EventKind::kBarrierArrive, b));
  if (barrier->magic == kDestroyed) MisuseHere(SyncError::kDestroyed, b, "a barrier is used after it was destroyed");
  u32 generation = barrier->generation;
  RecordPending(f)->value = generation;
  bool last = ++barrier->arrived == barrier->count;
  if (last) {
    barrier->arrived = 0;
    ++barrier->generation;
    Effect();
    Touch(reinterpret_cast<u64>(b));
  }
  Pending p = Op(EventKind::kBarrierLeave, b, Released);
  p.arg = generation;
  Point(p);
  RecordPending(f)->value = generation;
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

RW_EXPORT int pthread_barrier_destroy(pthread_barrier_t* b) {
  b = OneAddress(b);
  if (!Controlled()) return Dormant().pthread_barrier_destroy(b);
  LifePoint(b);
  if (AnybodyWaits(b)) Misuse(SyncError::kDestroyedInUse, b, "a barrier is destroyed while a thread waits at it");
  if (Of(b)->magic == kMagic) Of(b)->magic = kDestroyed;
  return 0;
}
