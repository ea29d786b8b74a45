// shows: descriptors opened, duplicated and closed in a run have the same numbers in every run
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int old_fd, expected;

static void* Run(void*) {
  int fd = open("/dev/null", O_RDONLY);
  assert(fd == expected);
  int copy = dup(fd);
  assert(copy == expected + 1 && dup2(fd, expected + 5) == expected + 5);
  assert(fcntl(old_fd, F_GETFD) >= 0);  // closed by the last run, open again in this one
  close(old_fd);
  assert(fcntl(old_fd, F_GETFD) == -1);
  return nullptr;  // leaves three open
}

int main() {
  old_fd = open("/dev/null", O_RDONLY);
  expected = open("/dev/null", O_RDONLY);
  close(expected);
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
