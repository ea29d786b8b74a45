// shows: a thread is cancelled in its wait, which takes the lock again, and nobody gives it back
// kind: deadlock
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* Waits(void* a) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Waits, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  return 0;
}
