// shows: the place where a thread is cancelled is searched: at the second of two, it holds the lock
// kind: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* Run(void* arg) {
  pthread_testcancel();
  pthread_mutex_lock(&lock);
  pthread_testcancel();
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  return 0;
}
