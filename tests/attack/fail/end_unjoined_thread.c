// shows: a thread that nobody joins fails while main returns
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int ready;

static void* Run(void* arg) {
  assert(ready);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  return 0;
}
