// shows: a signal handler takes the lock that the thread it interrupts holds
// kind: deadlock
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void Add(void) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
}

static void Handle(int number) { Add(); }

static void* Run(void* arg) {
  Add();
  return arg;
}

int main(void) {
  signal(SIGUSR1, Handle);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
