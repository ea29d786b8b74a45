// shows: pthread_mutex_timedlock either locks or times out; both are handled, and a free mutex is locked at once
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, expected;
static pthread_mutex_t tally = PTHREAD_MUTEX_INITIALIZER;

static void* TimedIncrement(void*) {
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_nsec = (deadline.tv_nsec + 5000000) % 1000000000;
  deadline.tv_sec += deadline.tv_nsec < 5000000;
  int rc = pthread_mutex_timedlock(&lock, &deadline);
  assert(rc == 0 || rc == ETIMEDOUT);
  if (rc == ETIMEDOUT) return nullptr;
  counter++;
  pthread_mutex_lock(&tally);
  expected++;
  pthread_mutex_unlock(&tally);
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, TimedIncrement, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(counter == expected);

  timespec past = {1, 0};
  assert(pthread_mutex_timedlock(&lock, &past) == 0);  // free: the deadline does not matter
  assert(pthread_mutex_timedlock(&lock, &past) == ETIMEDOUT);
  timespec bad = {1, 1000000000};
  assert(pthread_mutex_timedlock(&lock, &bad) == EINVAL);
  pthread_mutex_unlock(&lock);
}
