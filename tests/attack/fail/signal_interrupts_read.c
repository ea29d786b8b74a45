// shows: a handler without SA_RESTART ends a read, whose caller does not try again
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void Handle(int number) {}

static void* Wait(void* arg) {
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  return arg;
}

static void* Run(void* arg) {
  assert(pipe(ends) == 0);
  struct sigaction action = {.sa_handler = Handle};
  sigaction(SIGUSR1, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, Wait, NULL);
  pthread_kill(thread, SIGUSR1);
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(thread, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_join(thread, NULL);
}
