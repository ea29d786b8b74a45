// A signal handler, a child process and memory without types beside ordinary threads; V=1: another version.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int hits, ready, done, seen;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;

static void Hit(int) {
  hits = hits + 1;  // handler
  __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
}

static void* Interrupted(void*) {
#if V
  pthread_mutex_lock(&mu);
#endif
  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
  while (!__atomic_load_n(&done, __ATOMIC_SEQ_CST)) sched_yield();
#if V
  pthread_mutex_unlock(&mu);
#endif
  return nullptr;
}

static void* Look(void*) {
  seen = hits;  // look
  return nullptr;
}

static void Signals() {
  signal(SIGUSR1, Hit);
  pthread_t one, two;
  pthread_create(&one, nullptr, Interrupted, nullptr);
  while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST)) sched_yield();
  pthread_kill(one, SIGUSR1);
  pthread_join(one, nullptr);
  pthread_create(&two, nullptr, Look, nullptr);
  pthread_join(two, nullptr);
  seen = 0;  // after
}

static void* Forks(void*) {
  hits = 1;  // parent
  const pid_t child = fork();
  if (child == 0) {
    hits = 2;  // child
    _exit(V);
  }
  int status = 0;
  waitpid(child, &status, 0);
  seen = status;  // status
  return nullptr;
}

static void Children() {
  pthread_t one, two;
  pthread_create(&one, nullptr, Forks, nullptr);
  pthread_join(one, nullptr);
  pthread_create(&two, nullptr, Look, nullptr);
  pthread_join(two, nullptr);
}

// Every second time otherwise: the program depends on something outside.
static void* Depends(void*) {
  if (access(getenv("FLAG"), F_OK) == 0) hits = 1;  // sometimes
  return nullptr;
}

static void Outside() {
  const bool odd = access(getenv("FLAG"), F_OK) == 0;
  pthread_t one;
  pthread_create(&one, nullptr, Depends, nullptr);
  pthread_join(one, nullptr);
  seen = hits;  // always
  if (odd) unlink(getenv("FLAG"));
  else close(creat(getenv("FLAG"), 0600));
}

// The process ends while a thread still runs.
static void* Endless(void*) {
  for (;;) {
    hits = hits + 1;  // endless
    __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
    sched_yield();
  }
}

static void Leaves() {
  pthread_t one;
  pthread_create(&one, nullptr, Endless, nullptr);
  pthread_detach(one);
  while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST)) sched_yield();
  seen = hits;  // leaves
  exit(0);
}

int main(int, char** argv) {
  if (strcmp(argv[1], "signals") == 0) Signals();
  if (strcmp(argv[1], "children") == 0) Children();
  if (strcmp(argv[1], "outside") == 0) Outside();
  if (strcmp(argv[1], "leaves") == 0) Leaves();
}
