// shows: a byte in a pipe ends another thread's poll
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static int message;

static void* Loop(void* arg) {
  struct pollfd p = {ends[0], POLLIN, 0};
  assert(poll(&p, 1, -1) == 1);
  char c;
  assert(read(ends[0], &c, 1) == 1 && c == 'x');
  assert(message == 7);
  return arg;
}

static void* Run(void* arg) {
  pthread_t loop;
  assert(pipe(ends) == 0);
  pthread_create(&loop, NULL, Loop, NULL);
  message = 7;
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(loop, NULL);
  close(ends[0]), close(ends[1]);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
