// shows: a futex wait with a relative or an absolute timeout returns ETIMEDOUT
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int word = 7;

static void* Wait(void*) {
  timespec relative = {0, 1000000};
  assert(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 7, &relative, nullptr, 0) == -1 && errno == ETIMEDOUT);
  timespec absolute;
  clock_gettime(CLOCK_MONOTONIC, &absolute);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 7, &absolute, nullptr, FUTEX_BITSET_MATCH_ANY) == -1 &&
         errno == ETIMEDOUT);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Wait, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
