// shows: exit handlers run beside a thread that shares nothing with them
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int handlers, steps;

static void First(void) { assert(atomic_fetch_add(&handlers, 1) == 1); }
static void Second(void) { assert(atomic_fetch_add(&handlers, 1) == 0); }

static void* Run(void* arg) {
  atomic_fetch_add(&steps, 1);
  atomic_fetch_add(&steps, 1);
  return arg;
}

int main(void) {
  atexit(First);
  atexit(Second);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_detach(thread);
  exit(0);
}
