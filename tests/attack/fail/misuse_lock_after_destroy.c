// shows: a mutex is destroyed before another thread has come to lock it
// kind: misuse
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void* Work(void* arg) {
  pthread_mutex_lock(&m);
  value++;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Work, 0);
  pthread_mutex_lock(&m);
  int done = value;
  pthread_mutex_unlock(&m);
  if (!done) pthread_mutex_destroy(&m);  // "nobody came yet"
  pthread_join(t, 0);
  return 0;
}
