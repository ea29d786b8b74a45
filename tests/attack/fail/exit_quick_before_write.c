// shows: a handler of quick_exit expects what a thread has not written yet
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int written;

static void AtQuickExit(void) { assert(written); }
static void* Run(void* arg) {
  written = 1;
  return arg;
}

int main(void) {
  at_quick_exit(AtQuickExit);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_detach(thread);
  quick_exit(0);
}
