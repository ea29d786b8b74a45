// shows: a thread that is cancelled between two updates leaves them different; its cleanup only unlocks
// kind: assert
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void Unlock(void* p) { pthread_mutex_unlock(p); }
static void* Moves(void* p) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(Unlock, &m);
  a = 1;
  pthread_testcancel();
  b = 1;
  pthread_cleanup_pop(1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Moves, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  assert(a == b);
  return 0;
}
