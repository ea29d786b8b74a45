// shows: a robust mutex whose owner ended gives EOWNERDEAD, is made consistent, or becomes ENOTRECOVERABLE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static void* DieHolding(void*) {
  assert(pthread_mutex_lock(&lock) == 0);
  return nullptr;
}

static void LetOwnerDie() {
  pthread_t thread;
  pthread_create(&thread, nullptr, DieHolding, nullptr);
  pthread_join(thread, nullptr);
}

int main() {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &attr);

  LetOwnerDie();
  assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == 0);  // usable again
  assert(pthread_mutex_consistent(&lock) == EINVAL);
  assert(pthread_mutex_unlock(&lock) == 0);

  LetOwnerDie();
  assert(pthread_mutex_trylock(&lock) == EOWNERDEAD);
  assert(pthread_mutex_unlock(&lock) == 0);  // given up without repair
  assert(pthread_mutex_lock(&lock) == ENOTRECOVERABLE);
  assert(pthread_mutex_trylock(&lock) == ENOTRECOVERABLE);
  assert(pthread_mutex_destroy(&lock) == 0);
}
