// shows: pthread_rwlock_clockrdlock and clockwrlock on both clocks
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int writers_inside;

static timespec In(clockid_t clock, int seconds) {
  timespec now;
  clock_gettime(clock, &now);
  now.tv_sec += seconds;
  return now;
}

static void* Reader(void*) {
  timespec deadline = In(CLOCK_MONOTONIC, 100);
  int rc = pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &deadline);
  if (rc == ETIMEDOUT) return nullptr;
  assert(rc == 0 && writers_inside == 0);
  pthread_rwlock_unlock(&lock);
  return nullptr;
}

static void* Writer(void*) {
  timespec deadline = In(CLOCK_REALTIME, 100);
  int rc = pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &deadline);
  if (rc == ETIMEDOUT) return nullptr;
  assert(rc == 0 && ++writers_inside == 1);
  writers_inside--;
  pthread_rwlock_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], nullptr, i == 0 ? Reader : Writer, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
