// shows: a mutex is destroyed while another thread may still hold it
// kind: misuse
// subkind: destroyed-in-use
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int started;
static void* Work(void* arg) {
  pthread_mutex_lock(&m);
  started = 1;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Work, 0);
  while (!started) {
  }
  pthread_mutex_destroy(&m);  // the thread may not have given it back yet
  pthread_join(t, 0);
  return 0;
}
