// shows: a priority-inheriting mutex (a PI futex in libc) locks, times out and unlocks
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock;
static int counter;

static void* Increment(void*) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  assert(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT) == 0);
  pthread_mutex_init(&lock, &attr);
  pthread_t threads[2];
  pthread_mutex_lock(&lock);
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Increment, nullptr);
  assert(counter == 0);
  pthread_mutex_unlock(&lock);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(counter == 2);
}
