// shows: the state of random() is shared: the sum of draws per thread depends on the order
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static long mine[2];
static void* Draw(void* a) {
  mine[(long)a] = random();
  return 0;
}
int main(void) {
  pthread_t t;
  srandom(1);
  long first = random();
  srandom(1);
  pthread_create(&t, 0, Draw, (void*)1);
  Draw(0);
  pthread_join(t, 0);
  assert(mine[0] == first);
  return 0;
}
