// shows: a blocked signal stays pending in its thread until unblocked; masks are per thread and inherited
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;

static void Handle(int) { handled = handled + 1; }

static void* Run(void*) {
  sigset_t set, old, pending;
  pthread_sigmask(SIG_SETMASK, nullptr, &old);
  assert(sigismember(&old, SIGUSR2) && !sigismember(&old, SIGUSR1));  // from main
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  raise(SIGUSR1);
  assert(handled == 0);
  sigpending(&pending);
  assert(sigismember(&pending, SIGUSR1));
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  assert(handled == 1);
  return nullptr;
}

int main() {
  signal(SIGUSR1, Handle);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
  pthread_sigmask(SIG_SETMASK, nullptr, &set);
  assert(!sigismember(&set, SIGUSR1) && handled == 1);
}
