// shows: ppoll that finds something returns with the handler still blocked, and later calls let it in
// strategies: dfs dpor
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t told;
static int ends[2];
static pthread_t runner;

static void Handle(int number) { told = 1; }

static void* Send(void* arg) {
  assert(write(ends[1], "x", 1) == 1);
  pthread_kill(runner, SIGUSR1);
  return arg;
}

static void* Run(void* arg) {
  sigset_t block, without;
  sigemptyset(&block);
  sigaddset(&block, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &block, &without);
  assert(pipe(ends) == 0);
  runner = pthread_self();
  pthread_t sender;
  pthread_create(&sender, NULL, Send, NULL);
  struct pollfd wait = {.fd = ends[0], .events = POLLIN};
  assert(ppoll(&wait, 1, NULL, &without) == 1 && told == 0);  // the byte comes before the signal
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  const struct timespec now = {0, 0};
  pthread_join(sender, NULL);
  assert(told == 0);
  assert(ppoll(&wait, 1, &now, &without) == -1 && errno == EINTR && told == 1);  // does not wait, but lets it in
  return arg;
}

int main(void) {
  signal(SIGUSR1, Handle);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_join(thread, NULL);
}
