// shows: O_NONBLOCK gives EAGAIN instead of waiting
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int ends[2];

static void* Poll(void*) {
  char byte;
  ssize_t rc;
  while ((rc = read(ends[0], &byte, 1)) == -1) {
    assert(errno == EAGAIN);
    sched_yield();
  }
  assert(rc == 1 && byte == 'x');
  return nullptr;
}

static void* Run(void*) {
  assert(pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Poll, nullptr);
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(thread, nullptr);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
