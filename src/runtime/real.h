// libc's own definitions of what the runtime exports under the same name; used while dormant and for the pool.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/types.h>
#include <threads.h>
#include <time.h>

struct lconv;  // NOLINT(readability-identifier-naming): of libc
struct passwd;
struct group;
struct hostent;

#include "runtime/layout.h"

namespace reweave::rt {

// RW_REAL(return, name, parameters): resolved once by dlvsym/dlsym(RTLD_NEXT).
#define RW_REAL_FUNCTIONS(X)                                                                                        \
  X(int, pthread_create, (pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))                              \
  X(int, pthread_join, (pthread_t, void**))                                                                         \
  X(int, pthread_tryjoin_np, (pthread_t, void**))                                                                   \
  X(int, pthread_timedjoin_np, (pthread_t, void**, const timespec*))                                                \
  X(int, pthread_clockjoin_np, (pthread_t, void**, clockid_t, const timespec*))                                     \
  X(int, pthread_detach, (pthread_t))                                                                               \
  X(void, pthread_exit, (void*))                                                                                    \
  X(int, pthread_cancel, (pthread_t))                                                                               \
  X(int, pthread_setcancelstate, (int, int*))                                                                       \
  X(int, pthread_setcanceltype, (int, int*))                                                                        \
  X(void, pthread_testcancel, ())                                                                                   \
  X(int, pthread_kill, (pthread_t, int))                                                                            \
  X(int, pthread_sigqueue, (pthread_t, int, union sigval))                                                          \
  X(void, __pthread_register_cancel, (void*))                                                                       \
  X(void, __pthread_unregister_cancel, (void*))                                                                     \
  X(void, __pthread_unwind_next, (void*))                                                                           \
  X(int, pthread_mutex_lock, (pthread_mutex_t*))                                                                    \
  X(int, pthread_mutex_trylock, (pthread_mutex_t*))                                                                 \
  X(int, pthread_mutex_timedlock, (pthread_mutex_t*, const timespec*))                                              \
  X(int, pthread_mutex_clocklock, (pthread_mutex_t*, clockid_t, const timespec*))                                   \
  X(int, pthread_mutex_unlock, (pthread_mutex_t*))                                                                  \
  X(int, pthread_mutex_consistent, (pthread_mutex_t*))                                                              \
  X(int, pthread_mutex_destroy, (pthread_mutex_t*))                                                                 \
  X(int, pthread_rwlock_rdlock, (pthread_rwlock_t*))                                                                \
  X(int, pthread_rwlock_wrlock, (pthread_rwlock_t*))                                                                \
  X(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t*))                                                             \
  X(int, pthread_rwlock_trywrlock, (pthread_rwlock_t*))                                                             \
  X(int, pthread_rwlock_timedrdlock, (pthread_rwlock_t*, const timespec*))                                          \
  X(int, pthread_rwlock_timedwrlock, (pthread_rwlock_t*, const timespec*))                                          \
  X(int, pthread_rwlock_clockrdlock, (pthread_rwlock_t*, clockid_t, const timespec*))                               \
  X(int, pthread_rwlock_clockwrlock, (pthread_rwlock_t*, clockid_t, const timespec*))                               \
  X(int, pthread_rwlock_unlock, (pthread_rwlock_t*))                                                                \
  X(int, pthread_rwlock_destroy, (pthread_rwlock_t*))                                                               \
  X(int, pthread_cond_wait, (pthread_cond_t*, pthread_mutex_t*))                                                    \
  X(int, pthread_cond_timedwait, (pthread_cond_t*, pthread_mutex_t*, const timespec*))                              \
  X(int, pthread_cond_clockwait, (pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*))                   \
  X(int, pthread_cond_signal, (pthread_cond_t*))                                                                    \
  X(int, pthread_cond_broadcast, (pthread_cond_t*))                                                                 \
  X(int, pthread_cond_destroy, (pthread_cond_t*))                                                                   \
  X(int, sem_wait, (sem_t*))                                                                                        \
  X(int, sem_trywait, (sem_t*))                                                                                     \
  X(int, sem_timedwait, (sem_t*, const timespec*))                                                                  \
  X(int, sem_clockwait, (sem_t*, clockid_t, const timespec*))                                                       \
  X(int, sem_post, (sem_t*))                                                                                        \
  X(int, pthread_barrier_init, (pthread_barrier_t*, const pthread_barrierattr_t*, unsigned))                        \
  X(int, pthread_barrier_wait, (pthread_barrier_t*))                                                                \
  X(int, pthread_barrier_destroy, (pthread_barrier_t*))                                                             \
  X(int, pthread_spin_lock, (pthread_spinlock_t*))                                                                  \
  X(int, pthread_spin_trylock, (pthread_spinlock_t*))                                                               \
  X(int, pthread_spin_unlock, (pthread_spinlock_t*))                                                                \
  X(int, pthread_once, (pthread_once_t*, void (*)()))                                                               \
  X(int, pthread_key_create, (pthread_key_t*, void (*)(void*)))                                                     \
  X(int, pthread_key_delete, (pthread_key_t))                                                                       \
  X(void*, pthread_getspecific, (pthread_key_t))                                                                    \
  X(int, pthread_setspecific, (pthread_key_t, const void*))                                                         \
  X(int, sched_yield, ())                                                                                           \
  X(int, thrd_create, (thrd_t*, thrd_start_t, void*))                                                               \
  X(int, thrd_join, (thrd_t, int*))                                                                                 \
  X(int, thrd_detach, (thrd_t))                                                                                     \
  X(void, thrd_exit, (int))                                                                                         \
  X(int, thrd_sleep, (const timespec*, timespec*))                                                                  \
  X(void, thrd_yield, ())                                                                                           \
  X(int, mtx_lock, (mtx_t*))                                                                                        \
  X(int, mtx_trylock, (mtx_t*))                                                                                     \
  X(int, mtx_timedlock, (mtx_t*, const timespec*))                                                                  \
  X(int, mtx_unlock, (mtx_t*))                                                                                      \
  X(int, cnd_wait, (cnd_t*, mtx_t*))                                                                                \
  X(int, cnd_timedwait, (cnd_t*, mtx_t*, const timespec*))                                                          \
  X(int, cnd_signal, (cnd_t*))                                                                                      \
  X(int, cnd_broadcast, (cnd_t*))                                                                                   \
  X(int, tss_create, (tss_t*, tss_dtor_t))                                                                          \
  X(void, tss_delete, (tss_t))                                                                                      \
  X(void*, tss_get, (tss_t))                                                                                        \
  X(int, tss_set, (tss_t, void*))                                                                                   \
  X(void, call_once, (once_flag*, void (*)()))                                                                      \
  X(int, nanosleep, (const timespec*, timespec*))                                                                   \
  X(int, clock_nanosleep, (clockid_t, int, const timespec*, timespec*))                                             \
  X(int, usleep, (unsigned))                                                                                        \
  X(unsigned, sleep, (unsigned))                                                                                    \
  X(int, clock_gettime, (clockid_t, timespec*))                                                                     \
  X(int, gettimeofday, (timeval*, void*))                                                                           \
  X(time_t, time, (time_t*))                                                                                        \
  X(int, timespec_get, (timespec*, int))                                                                            \
  X(clock_t, clock, ())                                                                                             \
  X(long, syscall, (long, long, long, long, long, long, long))                                                      \
  X(char*, mkdtemp, (char*))                                                                                        \
  X(int, mkstemp, (char*))                                                                                          \
  X(int, mkstemp64, (char*))                                                                                        \
  X(int, mkstemps, (char*, int))                                                                                    \
  X(int, mkstemps64, (char*, int))                                                                                  \
  X(int, mkostemp, (char*, int))                                                                                    \
  X(int, mkostemp64, (char*, int))                                                                                  \
  X(int, mkostemps, (char*, int, int))                                                                              \
  X(int, mkostemps64, (char*, int, int))                                                                            \
  X(char*, mktemp, (char*))                                                                                         \
  X(char*, tmpnam, (char*))                                                                                         \
  X(char*, tmpnam_r, (char*))                                                                                       \
  X(char*, tempnam, (const char*, const char*))                                                                     \
  X(ssize_t, getrandom, (void*, size_t, unsigned))                                                                  \
  X(unsigned, _ZNSt13random_device9_M_getvalEv, (void*))                                                            \
  X(void, exit, (int))                                                                                              \
  X(int, on_exit, (void (*)(int, void*), void*))                                                                    \
  X(int, __cxa_atexit, (void (*)(void*), void*, void*))                                                             \
  X(int, __cxa_at_quick_exit, (void (*)(void*), void*))                                                             \
  X(int, __register_atfork, (void (*)(), void (*)(), void (*)(), void*))                                            \
  X(void, _exit, (int))                                                                                             \
  X(void, quick_exit, (int))                                                                                        \
  X(void, abort, ())                                                                                                \
  X(void, __assert_fail, (const char*, const char*, unsigned, const char*))                                         \
  X(int, __cxa_guard_acquire, (u64*))                                                                               \
  X(void, __cxa_guard_release, (u64*))                                                                              \
  X(void, __cxa_guard_abort, (u64*))                                                                                \
  X(void, __cxa_end_catch, ())                                                                                      \
  X(void, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, (void**))                                            \
  X(void, _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv, (void*))                                       \
  X(void, __call_tls_dtors, ())                                                                                     \
  X(int, __libc_start_main, (int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*)) \
  X(int, pthread_mutex_init, (pthread_mutex_t*, const pthread_mutexattr_t*))                                        \
  X(int, pthread_cond_init, (pthread_cond_t*, const pthread_condattr_t*))                                           \
  X(int, sem_init, (sem_t*, int, unsigned))                                                                         \
  X(int, sem_getvalue, (sem_t*, int*))                                                                              \
  X(int, sem_destroy, (sem_t*))                                                                                     \
  X(void, mtx_destroy, (mtx_t*))                                                                                    \
  X(void, cnd_destroy, (cnd_t*))                                                                                    \
  X(int, setuid, (uid_t))                                                                                           \
  X(int, setgid, (gid_t))                                                                                           \
  X(int, seteuid, (uid_t))                                                                                          \
  X(int, setegid, (gid_t))                                                                                          \
  X(int, setreuid, (uid_t, uid_t))                                                                                  \
  X(int, setregid, (gid_t, gid_t))                                                                                  \
  X(int, setresuid, (uid_t, uid_t, uid_t))                                                                          \
  X(int, setresgid, (gid_t, gid_t, gid_t))                                                                          \
  X(int, setgroups, (size_t, const gid_t*))                                                                         \
  X(char*, getenv, (const char*))                                                                                   \
  X(char*, secure_getenv, (const char*))                                                                            \
  X(int, setenv, (const char*, const char*, int))                                                                   \
  X(int, putenv, (char*))                                                                                           \
  X(int, unsetenv, (const char*))                                                                                   \
  X(int, clearenv, ())                                                                                              \
  X(int, __kmpc_omp_task, (void*, int, void*))                                                                      \
  X(int, __kmpc_omp_task_with_deps, (void*, int, void*, int, void*, int, void*))                                    \
  X(char*, strtok, (char*, const char*))                                                                            \
  X(tm*, localtime, (const time_t*))                                                                                \
  X(tm*, gmtime, (const time_t*))                                                                                   \
  X(char*, asctime, (const tm*))                                                                                    \
  X(char*, ctime, (const time_t*))                                                                                  \
  X(int, rand, ())                                                                                                  \
  X(void, srand, (unsigned))                                                                                        \
  X(double, drand48, ())                                                                                            \
  X(long, lrand48, ())                                                                                              \
  X(long, mrand48, ())                                                                                              \
  X(void, srand48, (long))                                                                                          \
  X(char*, setlocale, (int, const char*))                                                                           \
  X(struct lconv*, localeconv, ())                                                                                  \
  X(char*, strerror, (int))                                                                                         \
  X(struct passwd*, getpwnam, (const char*))                                                                        \
  X(struct passwd*, getpwuid, (uid_t))                                                                              \
  X(struct group*, getgrnam, (const char*))                                                                         \
  X(struct group*, getgrgid, (gid_t))                                                                               \
  X(struct hostent*, gethostbyname, (const char*))                                                                  \
  X(int, getopt, (int, char* const*, const char*))                                                                  \
  X(int, sigaction, (int, const struct sigaction*, struct sigaction*))                                              \
  X(int, pthread_sigmask, (int, const sigset_t*, sigset_t*))                                                        \
  X(int, pthread_getattr_np, (pthread_t, pthread_attr_t*))

struct Real {
#define X(ret, name, params) ret(*name) params;
  RW_REAL_FUNCTIONS(X)
#undef X
};
extern Real g_real;

void ResolveReal();  // idempotent
// For dormant calls: makes sure that the table is there.
Real& Dormant();

}  // namespace reweave::rt
