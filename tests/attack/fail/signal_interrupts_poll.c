// shows: SA_RESTART does not make poll go on: its caller takes -1 for descriptors that are ready
// kind: assert
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void Handle(int number) {}

static void* Wait(void* arg) {
  struct pollfd wait = {.fd = ends[0], .events = POLLIN};
  assert(poll(&wait, 1, -1) == 1);
  return arg;
}

static void* Run(void* arg) {
  assert(pipe(ends) == 0);
  struct sigaction action = {.sa_handler = Handle, .sa_flags = SA_RESTART};
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
