// shows: a thread blocks the signal while it holds the lock that the handler takes
#include <assert.h>
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
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  Add();
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  return arg;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  signal(SIGUSR1, Handle);
  pthread_sigmask(SIG_BLOCK, &set, NULL);  // inherited
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  assert(count == 1 || count == 2);
  return 0;
}
