// shows: a signal is taken some steps after it was sent, in the middle of an update
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int left, right;

static void Handle(int number) { assert(left == right); }

static void* Run(void* arg) {
  atomic_fetch_add(&left, 1);
  atomic_fetch_add(&right, 1);
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
