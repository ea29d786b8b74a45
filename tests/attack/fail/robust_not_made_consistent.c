// shows: a robust mutex whose owner died is unlocked without being declared consistent
// kind: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void* Dies(void* a) {
  pthread_mutex_lock(&m);
  return a;
}

static void* U(void* a) {
  int r = pthread_mutex_lock(&m);
  assert(r == 0 || r == EOWNERDEAD);
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &at);
  pthread_t a, b, c;
  pthread_create(&a, 0, Dies, 0);
  pthread_create(&b, 0, U, 0);
  pthread_create(&c, 0, U, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
