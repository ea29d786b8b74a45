// shows: a thread's stack is full, and a handler on a stack of its own jumps out
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static _Thread_local sigjmp_buf back;
static atomic_int n;
static void Segv(int s) {
  (void)s;
  atomic_fetch_add(&n, 1);
  siglongjmp(back, 1);
}
static int Deep(int k) {
  volatile char room[4096];
  room[k % 4096] = 1;
  return k <= 0 ? 0 : Deep(k + 1) + room[0];
}
static void* Run(void* p) {
  stack_t s = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  sigaltstack(&s, 0);
  if (!sigsetjmp(back, 1)) Deep(1);
  return p;
}
int main(void) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_handler = Segv;
  a.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &a, 0);
  pthread_t t, u;
  pthread_create(&t, 0, Run, 0);
  pthread_create(&u, 0, Run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(n == 2);
}
