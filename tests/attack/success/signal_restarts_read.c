// shows: SA_RESTART makes read go on, and a loop repeats the waits that it does not help
// strategies: dfs dpor
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void Handle(int number) {}

static void* Wait(void* arg) {
  struct pollfd wait = {.fd = ends[0], .events = POLLIN};
  char bytes[2];
  int n;
  while ((n = poll(&wait, 1, -1)) == -1) assert(errno == EINTR);
  assert(n == 1);
  assert(read(ends[0], bytes, 1) == 1);
  assert(read(ends[0], bytes, 1) == 1);  // waits
  return arg;
}

static void* Run(void* arg) {
  assert(pipe(ends) == 0);
  struct sigaction action = {.sa_handler = Handle, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, Wait, NULL);
  assert(write(ends[1], "x", 1) == 1);
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
