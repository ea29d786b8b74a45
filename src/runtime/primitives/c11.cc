// C11 <threads.h>: the same objects as pthreads under other names.
#include <errno.h>

#include "runtime/coverage.h"
#include "runtime/real.h"
#include "runtime/rt.h"

using namespace reweave::rt;

namespace {

pthread_mutex_t* M(mtx_t* m) { return reinterpret_cast<pthread_mutex_t*>(m); }
pthread_cond_t* C(cnd_t* c) { return reinterpret_cast<pthread_cond_t*>(c); }

int Result(int e) {
  switch (e) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM:
    case EAGAIN: return thrd_nomem;
    default: return thrd_error;
  }
}

// int (*)(void*) started through a void* (*)(void*): the function and its argument travel in a block of the heap.
struct Start {
  thrd_start_t fn;
  void* arg;
};
void* Run(void* p) {
  Start s = *static_cast<Start*>(p);
  HeapFree(p);
  return reinterpret_cast<void*>(static_cast<long>(s.fn(s.arg)));
}

}  // namespace

extern "C" int pthread_timedjoin_np(pthread_t, void**, const timespec*);

RW_EXPORT int thrd_create(thrd_t* out, thrd_start_t fn, void* arg) {
  if (RW_UNLIKELY(g_rt.as_child)) SayThatChildHasThreads();
  if (!Controlled()) return Covering() ? CoverCreateC11(out, fn, arg) : Dormant().thrd_create(out, fn, arg);
  auto* s = static_cast<Start*>(HeapAlloc(sizeof(Start), 16, false));
  *s = {fn, arg};
  return Result(pthread_create(out, nullptr, Run, s));
}
RW_EXPORT thrd_t thrd_current() { return pthread_self(); }
RW_EXPORT int thrd_join(thrd_t t, int* result) {
  if (!Controlled()) return Covering() ? CoverJoinC11(t, result) : Dormant().thrd_join(t, result);
  void* value = nullptr;
  int e = pthread_join(t, &value);
  if (result) *result = static_cast<int>(reinterpret_cast<long>(value));
  return Result(e);
}
RW_EXPORT int thrd_detach(thrd_t t) {
  if (!Controlled()) return Dormant().thrd_detach(t);
  return Result(pthread_detach(t));
}
RW_EXPORT void thrd_exit(int value) {
  if (!Controlled()) Dormant().thrd_exit(value);
  pthread_exit(reinterpret_cast<void*>(static_cast<long>(value)));
}
RW_EXPORT int mtx_lock(mtx_t* m) { return Controlled() ? Result(pthread_mutex_lock(M(m))) : Dormant().mtx_lock(m); }
RW_EXPORT int mtx_trylock(mtx_t* m) { return Controlled() ? Result(pthread_mutex_trylock(M(m))) : Dormant().mtx_trylock(m); }
RW_EXPORT int mtx_timedlock(mtx_t* m, const timespec* t) {
  return Controlled() ? Result(pthread_mutex_timedlock(M(m), t)) : Dormant().mtx_timedlock(m, t);
}
RW_EXPORT int mtx_unlock(mtx_t* m) { return Controlled() ? Result(pthread_mutex_unlock(M(m))) : Dormant().mtx_unlock(m); }
RW_EXPORT void mtx_destroy(mtx_t* m) { Controlled() ? static_cast<void>(pthread_mutex_destroy(M(m))) : Dormant().mtx_destroy(m); }
RW_EXPORT void cnd_destroy(cnd_t* c) { Controlled() ? static_cast<void>(pthread_cond_destroy(C(c))) : Dormant().cnd_destroy(c); }
RW_EXPORT int cnd_wait(cnd_t* c, mtx_t* m) {
  return Controlled() ? Result(pthread_cond_wait(C(c), M(m))) : Dormant().cnd_wait(c, m);
}
RW_EXPORT int cnd_timedwait(cnd_t* c, mtx_t* m, const timespec* t) {
  return Controlled() ? Result(pthread_cond_timedwait(C(c), M(m), t)) : Dormant().cnd_timedwait(c, m, t);
}
RW_EXPORT int cnd_signal(cnd_t* c) { return Controlled() ? Result(pthread_cond_signal(C(c))) : Dormant().cnd_signal(c); }
RW_EXPORT int cnd_broadcast(cnd_t* c) { return Controlled() ? Result(pthread_cond_broadcast(C(c))) : Dormant().cnd_broadcast(c); }
