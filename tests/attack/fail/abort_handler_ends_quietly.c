// shows: a handler of SIGABRT ends the process with status 0: it is an abort all the same
// kind: abort
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int users;

static void OnAbort(int s) { _exit(s != SIGABRT); }
static void *Use(void *p) {
  if (atomic_fetch_add(&users, 1) == 1) abort();
  atomic_fetch_sub(&users, 1);
  return p;
}
int main(void) {
  signal(SIGABRT, OnAbort);
  pthread_t t;
  pthread_create(&t, 0, Use, 0);
  Use(0);
  pthread_join(t, 0);
}
