// shows: a thread calls exit with a lock held that a handler of exit takes
// kind: deadlock
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int saved;

static void Save(void) {
  pthread_mutex_lock(&m);
  saved = 1;
  pthread_mutex_unlock(&m);
}

static void* Work(void* arg) {
  pthread_mutex_lock(&m);
  if (!saved) exit(0);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  atexit(Save);
  pthread_t thread;
  pthread_create(&thread, NULL, Work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
