// shows: a wait gives back one level of a recursive mutex, so that nobody can notify
// kind: deadlock
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* W(void* a) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return a;
}

static void* S(void* a) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &at);
  pthread_t a, b;
  pthread_create(&a, 0, W, 0);
  pthread_create(&b, 0, S, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
