// shows: main leaves by pthread_exit; the last thread's end runs the exit handlers when nobody else is left
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ended;

static void Check(void) { assert(ended == 2); }

static void* Run(void* arg) {
  ended++;
  return arg;
}

int main(void) {
  atexit(Check);
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, Run, NULL);
    pthread_detach(thread);
  }
  pthread_exit(NULL);
}
