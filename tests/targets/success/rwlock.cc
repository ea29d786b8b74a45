// shows: a rwlock lets readers overlap and keeps a writer alone
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void* Write(void*) {
  pthread_rwlock_wrlock(&lock);
  first++;
  second++;
  pthread_rwlock_unlock(&lock);
  return nullptr;
}

static void* Read(void*) {
  pthread_rwlock_rdlock(&lock);
  assert(first == second);
  pthread_rwlock_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], nullptr, i % 2 ? Write : Read, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(first == 2 && second == 2);
  assert(pthread_rwlock_destroy(&lock) == 0);
}
