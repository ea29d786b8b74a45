// Thread-specific data. Keys that libc handed out before the program was under control stay libc's (they work per TCB); ours
// have numbers from kKeyBase on. Destructors run at the end of a thread, up to four rounds, as POSIX says.
#include <errno.h>
#include <limits.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {
namespace {

void** Values(const Fiber* f) { return reinterpret_cast<void**>(SlotAddress(f->slot) + kSlotKeys); }

int MakeKey(pthread_key_t* out, void (*destructor)(void*)) {
  TouchList(List::kKeys);  // destructors run in the order of the numbers
  for (u32 i = 0; i < kMaxKeys; ++i) {
    if (W->keys[i].used) continue;
    W->keys[i] = {true, destructor};
    if (i >= W->keys_high) W->keys_high = i + 1;
    for (u32 t = 0; t < W->threads; ++t)  // a deleted key's values do not come back
      if (W->fibers[t].state == FiberState::kLive && i < W->fibers[t].keys_used) Values(&W->fibers[t])[i] = nullptr;
    *out = kKeyBase + i;
    return 0;
  }
  return EAGAIN;
}

bool Ours(pthread_key_t key) { return key >= kKeyBase && key - kKeyBase < kMaxKeys; }

}  // namespace

void RunKeyDestructors(Fiber* f) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    bool any = false;
    for (u32 i = 0; i < f->keys_used; ++i) {
      void* value = Values(f)[i];
      if (!value) continue;
      Values(f)[i] = nullptr;
      if (!W->keys[i].used || !W->keys[i].destructor) continue;
      any = true;
      W->keys[i].destructor(value);
    }
    if (!any) break;
  }
  for (u32 i = 0; i < f->keys_used; ++i) Values(f)[i] = nullptr;
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int pthread_key_create(pthread_key_t* out, void (*destructor)(void*)) {
  return Controlled() ? MakeKey(out, destructor) : Dormant().pthread_key_create(out, destructor);
}
RW_EXPORT int __pthread_key_create(pthread_key_t* out, void (*destructor)(void*)) { return pthread_key_create(out, destructor); }

RW_EXPORT int pthread_key_delete(pthread_key_t key) {
  if (!Controlled() || !Ours(key)) return Dormant().pthread_key_delete(key);
  Key& k = W->keys[key - kKeyBase];
  if (!k.used) return EINVAL;
  TouchList(List::kKeys);
  k = {};
  return 0;
}
RW_EXPORT void* pthread_getspecific(pthread_key_t key) {
  if (!Controlled() || !Ours(key)) return Dormant().pthread_getspecific(key);
  Fiber* f = Cur();
  u32 i = key - kKeyBase;
  return i < f->keys_used ? Values(f)[i] : nullptr;
}
RW_EXPORT int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!Controlled() || !Ours(key)) return Dormant().pthread_setspecific(key, value);
  u32 i = key - kKeyBase;
  if (!W->keys[i].used) return EINVAL;
  Fiber* f = Cur();
  if (i >= f->keys_used) f->keys_used = i + 1;
  Values(f)[i] = const_cast<void*>(value);
  return 0;
}
RW_EXPORT int tss_create(tss_t* key, tss_dtor_t destructor) {
  if (!Controlled()) return Dormant().tss_create(key, destructor);
  return MakeKey(key, destructor) == 0 ? thrd_success : thrd_error;
}
RW_EXPORT void tss_delete(tss_t key) { pthread_key_delete(key); }
RW_EXPORT void* tss_get(tss_t key) { return pthread_getspecific(key); }
RW_EXPORT int tss_set(tss_t key, void* value) { return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error; }
