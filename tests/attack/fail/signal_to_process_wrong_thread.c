// shows: a signal to the process may be taken by any thread that does not block it
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static pthread_t main_thread;

static void Handle(int number) { assert(pthread_equal(pthread_self(), main_thread)); }

static void* Run(void* arg) {
  kill(getpid(), SIGUSR1);
  return arg;
}

int main(void) {
  signal(SIGUSR1, Handle);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
