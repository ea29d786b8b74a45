// shows: a handler of exit tells a thread to stop and joins it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_t thread;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop, stopped;

static void* Run(void* arg) {
  pthread_mutex_lock(&m);
  while (!stop) pthread_cond_wait(&c, &m);
  stopped = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void AtExit(void) {
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  assert(stopped);
}

int main(void) {
  atexit(AtExit);
  pthread_create(&thread, NULL, Run, NULL);
  return 0;
}
