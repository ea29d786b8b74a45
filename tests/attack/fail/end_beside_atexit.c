// shows: an exit handler frees what a thread that nobody joined still uses
// kind: heap
#include <pthread.h>
#include <stdlib.h>

static int* block;

static void Release(void) { free(block); }

static void* Run(void* arg) {
  *block = 1;
  return arg;
}

int main(void) {
  block = malloc(sizeof *block);
  atexit(Release);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  return 0;
}
