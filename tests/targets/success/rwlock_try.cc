// shows: tryrdlock shares with readers and not with a writer; trywrlock shares with nobody; EDEADLK for the writer
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* UnderReader(void*) {
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  return nullptr;
}

static void* UnderWriter(void*) {
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  return nullptr;
}

static void RunIn(void* (*body)(void*)) {
  pthread_t thread;
  pthread_create(&thread, nullptr, body, nullptr);
  pthread_join(thread, nullptr);
}

int main() {
  pthread_rwlock_rdlock(&lock);
  RunIn(UnderReader);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  RunIn(UnderWriter);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  pthread_rwlock_unlock(&lock);
}
