// shows: pthread_mutex_clocklock on the monotonic and the real-time clock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void* Try(void* clock) {
  clockid_t id = *static_cast<clockid_t*>(clock);
  timespec deadline;
  clock_gettime(id, &deadline);
  deadline.tv_sec += 100;
  int rc = pthread_mutex_clocklock(&lock, id, &deadline);
  if (rc == ETIMEDOUT) return nullptr;
  assert(rc == 0);
  assert(++inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  clockid_t clocks[2] = {CLOCK_MONOTONIC, CLOCK_REALTIME};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Try, &clocks[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  timespec past = {0, 0};
  assert(pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &past) == 0);
  assert(pthread_mutex_clocklock(&lock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
  assert(pthread_mutex_clocklock(&lock, CLOCK_PROCESS_CPUTIME_ID, &past) == EINVAL);
  pthread_mutex_unlock(&lock);
}
