// shows: a thread runs beside _exit
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int leaving;

static void* Run(void* arg) {
  assert(!leaving);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  leaving = 1;
  _exit(0);
}
