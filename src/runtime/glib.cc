// GLib: its mutexes and condition variables are atomics and futexes inlined in the library. Here are the documented entry points
// that order threads; each does what GLib does and says what it means. Threads, recursive mutexes, read-write locks and private
// data are pthreads there, and wake-ups of main loops are writes to an eventfd: those are seen without help.
#include <dlfcn.h>

#include "runtime/rt.h"

namespace reweave::rt {
namespace {

using abi::Annotation;

void Say(Annotation what, const void* object) {
  if (Controlled()) __reweave_annotate(static_cast<u32>(what), object, 0);
}
void Locked(const void* m) { Say(Annotation::kLockAcquire, m); }
void Unlocks(const void* m) { Say(Annotation::kLockRelease, m); }
void Publish(const void* o) { Say(Annotation::kHappensBefore, o); }
void Await(const void* o) { Say(Annotation::kHappensAfter, o); }

template <typename R, typename... A>
R CallReal(const char* name, R (*)(A...), A... arguments) {
  auto* real = reinterpret_cast<R (*)(A...)>(dlsym(RTLD_NEXT, name));
  return real(arguments...);
}

// A pool calls its function from inside the library: the call is where what was pushed is awaited.
struct Pool {
  void (*function)(void*, void*);
  void* user;
};

void PoolCall(void* data, void* user) {
  auto* pool = static_cast<Pool*>(user);
  Await(pool);
  Await(data);
  pool->function(data, pool->user);
  Publish(pool);
}

// GThreadPool: { GFunc func; gpointer user_data; gboolean exclusive; }
Pool* PoolOf(void* pool) { return static_cast<Pool**>(pool)[1]; }
bool Ours(void* pool) { return pool && *static_cast<void**>(pool) == reinterpret_cast<void*>(PoolCall); }

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;

#define RW_GLIB(R, name, parameters) RW_EXPORT R name parameters
#define RW_CALL(name, ...) CallReal(#name, name, __VA_ARGS__)

RW_GLIB(void, g_mutex_lock, (void* m)) {
  RW_CALL(g_mutex_lock, m);
  Locked(m);
}
RW_GLIB(int, g_mutex_trylock, (void* m)) {
  int got = RW_CALL(g_mutex_trylock, m);
  if (got) Locked(m);
  return got;
}
RW_GLIB(void, g_mutex_unlock, (void* m)) {
  Unlocks(m);
  RW_CALL(g_mutex_unlock, m);
}
RW_GLIB(void, g_bit_lock, (volatile int* m, int bit)) {
  RW_CALL(g_bit_lock, m, bit);
  Locked(const_cast<int*>(m));
}
RW_GLIB(int, g_bit_trylock, (volatile int* m, int bit)) {
  int got = RW_CALL(g_bit_trylock, m, bit);
  if (got) Locked(const_cast<int*>(m));
  return got;
}
RW_GLIB(void, g_bit_unlock, (volatile int* m, int bit)) {
  Unlocks(const_cast<int*>(m));
  RW_CALL(g_bit_unlock, m, bit);
}
RW_GLIB(void, g_cond_wait, (void* c, void* m)) {
  Unlocks(m);
  RW_CALL(g_cond_wait, c, m);
  Locked(m);
  Await(c);
}
RW_GLIB(int, g_cond_wait_until, (void* c, void* m, i64 end)) {
  Unlocks(m);
  int woken = RW_CALL(g_cond_wait_until, c, m, end);
  Locked(m);
  if (woken) Await(c);
  return woken;
}
RW_GLIB(void, g_cond_signal, (void* c)) {
  Publish(c);
  RW_CALL(g_cond_signal, c);
}
RW_GLIB(void, g_cond_broadcast, (void* c)) {
  Publish(c);
  RW_CALL(g_cond_broadcast, c);
}
RW_GLIB(int, g_once_init_enter, (volatile void* location)) {
  int mine = RW_CALL(g_once_init_enter, location);
  if (!mine) Await(const_cast<void*>(location));
  return mine;
}
RW_GLIB(void, g_once_init_leave, (volatile void* location, u64 result)) {
  Publish(const_cast<void*>(location));
  RW_CALL(g_once_init_leave, location, result);
}
RW_GLIB(void*, g_once_impl, (void* once, void* (*function)(void*), void* argument)) {
  void* result = RW_CALL(g_once_impl, once, function, argument);
  Publish(once);
  Await(once);
  return result;
}

#define RW_QUEUE_PUSH(name)                 \
  RW_GLIB(void, name, (void* q, void* d)) { \
    Publish(q);                             \
    RW_CALL(name, q, d);                    \
  }
RW_QUEUE_PUSH(g_async_queue_push)
RW_QUEUE_PUSH(g_async_queue_push_unlocked)
RW_QUEUE_PUSH(g_async_queue_push_front)
RW_QUEUE_PUSH(g_async_queue_push_front_unlocked)

#define RW_QUEUE_POP(name)          \
  RW_GLIB(void*, name, (void* q)) { \
    void* d = RW_CALL(name, q);     \
    if (d) Await(q);                \
    return d;                       \
  }
RW_QUEUE_POP(g_async_queue_pop)
RW_QUEUE_POP(g_async_queue_pop_unlocked)
RW_QUEUE_POP(g_async_queue_try_pop)
RW_QUEUE_POP(g_async_queue_try_pop_unlocked)
RW_GLIB(void*, g_async_queue_timeout_pop, (void* q, u64 us)) {
  void* d = RW_CALL(g_async_queue_timeout_pop, q, us);
  if (d) Await(q);
  return d;
}
RW_GLIB(void, g_async_queue_lock, (void* q)) {
  RW_CALL(g_async_queue_lock, q);
  Locked(q);
}
RW_GLIB(void, g_async_queue_unlock, (void* q)) {
  Unlocks(q);
  RW_CALL(g_async_queue_unlock, q);
}

RW_GLIB(void*, g_thread_pool_new, (void (*function)(void*, void*), void* user, int most, int exclusive, void** error)) {
  if (!Controlled()) return RW_CALL(g_thread_pool_new, function, user, most, exclusive, error);
  auto* ours = static_cast<Pool*>(HeapAlloc(sizeof(Pool), 16, true));
  *ours = {function, user};
  return RW_CALL(g_thread_pool_new, PoolCall, static_cast<void*>(ours), most, exclusive, error);
}
RW_GLIB(int, g_thread_pool_push, (void* pool, void* data, void** error)) {
  if (Ours(pool)) Publish(PoolOf(pool)), Publish(data);
  return RW_CALL(g_thread_pool_push, pool, data, error);
}
RW_GLIB(void, g_thread_pool_free, (void* pool, int immediate, int wait)) {
  Pool* ours = Ours(pool) ? PoolOf(pool) : nullptr;
  RW_CALL(g_thread_pool_free, pool, immediate, wait);
  if (ours && wait) Await(ours);
}
