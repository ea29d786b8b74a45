// shows: a handler without SA_RESTART makes a blocked read fail with EINTR
#include <assert.h>
#include <atomic>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

static int pipe_ends[2];
static std::atomic<int> handled, interrupted;

static void Handle(int) { handled++; }

static void* Read(void*) {
  char byte;
  ssize_t rc = read(pipe_ends[0], &byte, 1);
  if (rc == -1) {
    assert(errno == EINTR && handled > 0);
  } else {
    assert(rc == 1);
  }
  interrupted = 1;
  return nullptr;
}

static void* Run(void*) {
  assert(pipe(pipe_ends) == 0);
  struct sigaction action = {};
  action.sa_handler = Handle;
  sigaction(SIGUSR1, &action, nullptr);
  pthread_t thread;
  pthread_create(&thread, nullptr, Read, nullptr);
  pthread_kill(thread, SIGUSR1);
  assert(write(pipe_ends[1], "x", 1) == 1);  // in case the signal came before the read
  pthread_join(thread, nullptr);
  assert(interrupted == 1);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
