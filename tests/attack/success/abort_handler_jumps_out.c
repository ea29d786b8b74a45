// shows: a handler of SIGABRT jumps out of abort(), as frameworks for tests do it; a later end of the process is no abort
// exhaustive: yes
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Thread_local sigjmp_buf back;
static atomic_int caught;

static void OnAbort(int s) { siglongjmp(back, s); }
static void Deeper(int n) {
  char room[256];
  room[n] = 1;
  if (n) Deeper(n - 1);
  else if (atomic_load(&caught) == 2) exit(0);
}
static void *Run(void *p) {
  if (sigsetjmp(back, 1) == 0) abort();
  atomic_fetch_add(&caught, 1);
  return p;
}
int main(void) {
  signal(SIGABRT, OnAbort);
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  Run(0);
  pthread_join(t, 0);
  assert(caught == 2);
  Deeper(9);
  return 1;
}
