// shows: select and pselect wait for a descriptor or time out
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void* Write(void*) {
  assert(write(ends[1], "x", 1) == 1);
  return nullptr;
}

static void* Run(void*) {
  assert(pipe(ends) == 0);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  timeval brief = {0, 1000};
  assert(select(ends[0] + 1, &set, nullptr, nullptr, &brief) == 0 && !FD_ISSET(ends[0], &set));
  pthread_t thread;
  pthread_create(&thread, nullptr, Write, nullptr);
  FD_SET(ends[0], &set);
  assert(select(ends[0] + 1, &set, nullptr, nullptr, nullptr) == 1 && FD_ISSET(ends[0], &set));
  timespec none = {0, 0};
  assert(pselect(ends[0] + 1, &set, nullptr, nullptr, &none, nullptr) == 1);
  pthread_join(thread, nullptr);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
