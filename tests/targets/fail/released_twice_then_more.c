// shows: whoever releases a block first goes on, so both orders of the two releases matter
// kind: assert
// exhaustive: yes
// explore-flags: --keep-going
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char* block;

static void* Release(void* arg) {
  free(block);
  assert(arg == 0);
  return arg;
}

int main(void) {
  block = malloc(16);
  pthread_t thread;
  pthread_create(&thread, 0, Release, &thread);
  free(block);
  pthread_join(thread, 0);
}
