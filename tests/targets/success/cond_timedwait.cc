// shows: pthread_cond_timedwait returns ETIMEDOUT by decision when nobody signals, and holds the mutex again
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int timed_out;

static void* Wait(void*) {
  pthread_mutex_lock(&lock);
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_nsec += 2000000;
  if (deadline.tv_nsec >= 1000000000) deadline.tv_sec++, deadline.tv_nsec -= 1000000000;
  int rc = 0;
  while (rc == 0) rc = pthread_cond_timedwait(&never, &lock, &deadline);
  assert(rc == ETIMEDOUT);
  timed_out++;
  assert(pthread_mutex_lock(&lock) == EDEADLK);  // held again
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attr);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Wait, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(timed_out == 2);
}
