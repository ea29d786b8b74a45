// shows: main leaves by pthread_exit, and the process ends with its last thread and runs handlers of exit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ended;

static void AtExit(void) { assert(ended == 2); }
static void* Run(void* arg) {
  ended++;
  return arg;
}

int main(void) {
  atexit(AtExit);
  pthread_t a, b;
  pthread_create(&a, NULL, Run, NULL);
  pthread_create(&b, NULL, Run, NULL);
  pthread_detach(a);
  pthread_exit(NULL);
}
