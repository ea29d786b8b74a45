// shows: pthread_cond_clockwait and a condition variable whose clock is monotonic by attribute
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t by_call = PTHREAD_COND_INITIALIZER, by_attribute;
static bool ready;

static void* Wait(void*) {
  timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 100;
  pthread_mutex_lock(&lock);
  int rc = 0;
  while (!ready && rc == 0) rc = pthread_cond_clockwait(&by_call, &lock, CLOCK_MONOTONIC, &deadline);
  assert(rc == ETIMEDOUT || ready);
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_condattr_t attr;
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&by_attribute, &attr);
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_cond_signal(&by_call);
  timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  int rc = 0;
  while (rc == 0) rc = pthread_cond_timedwait(&by_attribute, &lock, &deadline);
  assert(rc == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, nullptr);
}
