// shows: a condition wait with a mutex that the thread gave back on one path
// kind: misuse
// subkind: unlock-not-held
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, busy;
static void* Wait(void* arg) {
  pthread_mutex_lock(&m);
  if (busy) pthread_mutex_unlock(&m);  // was meant to return here
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Wait, 0);
  pthread_mutex_lock(&m);
  busy = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  ready = 1, busy = 0;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
