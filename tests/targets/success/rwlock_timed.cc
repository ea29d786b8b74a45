// shows: timed read and write locks lock or time out; an unreachable lock always times out
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* TimedWriter(void*) {
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 100;
  int rc = pthread_rwlock_timedwrlock(&lock, &deadline);
  if (rc == ETIMEDOUT) return nullptr;
  assert(rc == 0);
  value++;
  pthread_rwlock_unlock(&lock);
  return nullptr;
}

static void* TooLate(void*) {
  timespec past = {1, 0};
  assert(pthread_rwlock_timedrdlock(&lock, &past) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, TimedWriter, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(value >= 1 && value <= 2);
  timespec past = {1, 0};
  assert(pthread_rwlock_timedwrlock(&lock, &past) == 0);  // free: the deadline does not matter
  pthread_create(&threads[0], nullptr, TooLate, nullptr);
  pthread_join(threads[0], nullptr);
  pthread_rwlock_unlock(&lock);
}
