// shows: a handler runs while its thread waits for a condition; the wakeup that comes meanwhile is not lost
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static atomic_int handled;

static void Handle(int number) {
  handled++;
  handled++;
}

static void* Wait(void* arg) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  signal(SIGUSR1, Handle);
  pthread_t thread;
  pthread_create(&thread, NULL, Wait, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(handled == 0 || handled == 2);
  return 0;
}
