// shows: a timerfd follows the virtual clock: a long timer expires without a wait
// native: no (it would take hours)
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void* Run(void*) {
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  itimerspec hour = {{0, 0}, {3600, 0}};
  assert(timerfd_settime(fd, 0, &hour, nullptr) == 0);
  pollfd entry = {fd, POLLIN, 0};
  assert(poll(&entry, 1, -1) == 1);
  uint64_t expirations = 0;
  assert(read(fd, &expirations, 8) == 8 && expirations == 1);
  close(fd);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Run, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
