// shows: a wakeup is never sent. Between lock and unlock is a step of something else, so that the data under the lock belongs to
// that step: the two critical sections must be tried in both orders all the same
// kind: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int closed;

static void *consumer(void *unused) {
  pthread_mutex_lock(&m);
  if (!closed) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consumer, NULL);
  pthread_mutex_lock(&m);
  if (pthread_mutex_trylock(&other) == 0) pthread_mutex_unlock(&other);
  closed = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
