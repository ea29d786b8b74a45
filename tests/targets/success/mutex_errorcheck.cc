// shows: an error-checking mutex answers EDEADLK, EPERM and EBUSY instead of hanging or corrupting itself
// exhaustive: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void* Stranger(void*) {
  assert(pthread_mutex_unlock(&lock) == EPERM);  // main holds it
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  return nullptr;
}

int main() {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attr);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  pthread_t thread;
  pthread_create(&thread, nullptr, Stranger, nullptr);
  pthread_join(thread, nullptr);
  assert(pthread_mutex_destroy(&lock) == EBUSY);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_destroy(&lock) == 0);
}
