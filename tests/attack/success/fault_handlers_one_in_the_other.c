// shows: a fault inside a signal handler jumps back into that handler, in two threads that write to the same forbidden place
// exhaustive: yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local sigjmp_buf back;
static atomic_int done;

static void OnFault(int s) { siglongjmp(back, s); }
static void OnUser(int s) {
  (void)s;
  if (!sigsetjmp(back, 1)) *(volatile int *)16 = 1;
  atomic_fetch_add(&done, 1);
}
static void *Run(void *p) {
  stack_t s = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  sigaltstack(&s, 0);
  raise(SIGUSR1);
  s.ss_flags = SS_DISABLE;
  sigaltstack(&s, 0);
  free(s.ss_sp);
  return p;
}
int main(void) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_handler = OnFault;
  a.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &a, 0);
  a.sa_handler = OnUser;
  sigaction(SIGUSR1, &a, 0);
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  Run(0);
  pthread_join(t, 0);
  assert(done == 2);
}
