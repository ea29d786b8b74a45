// shows: whether a thread has ended (pthread_tryjoin_np) depends on its end: no search ends without both answers
// kind: assert
// exhaustive: yes
// strategies: dpor
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void* Nothing(void* arg) { return arg; }
static void* Ask(void* arg) {
  assert(pthread_tryjoin_np(*(pthread_t*)arg, 0) == 0);
  return 0;
}
int main(void) {
  pthread_t short_lived, asks;
  pthread_create(&short_lived, 0, Nothing, 0);
  pthread_create(&asks, 0, Ask, &short_lived);
  pthread_join(asks, 0);
  return 0;
}
