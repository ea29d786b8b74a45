// shows: a thread that is cancelled in pthread_cond_wait gives the lock back in its cleanup handler
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, cleaned;

static void Clean(void* a) {
  cleaned = 1;
  pthread_mutex_unlock(a);
}
static void* Waits(void* a) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(Clean, &m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return a;
}
int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, 0, Waits, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  pthread_mutex_lock(&m);
  assert(result == PTHREAD_CANCELED ? 1 : cleaned);
  pthread_mutex_unlock(&m);
  return 0;
}
