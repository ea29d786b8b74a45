// shows: a thread already waiting for a robust mutex is woken with EOWNERDEAD when the owner ends
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int dead_seen;

static void* Die(void*) {
  int rc = pthread_mutex_lock(&lock);
  if (rc == EOWNERDEAD) {
    dead_seen++;
    pthread_mutex_consistent(&lock);
  } else {
    assert(rc == 0);
  }
  return nullptr;  // ends as the owner
}

int main() {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attr);
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Die, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(dead_seen == 2);  // all but the first
  assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
}
