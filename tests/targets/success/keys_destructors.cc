// shows: thread-specific data is per thread; its destructor runs again while it sets a value, at most 4 rounds
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key, plain;
static int rounds[2];

static void Again(void* counter) {
  assert(pthread_getspecific(key) == nullptr);
  ++*static_cast<int*>(counter);
  pthread_setspecific(key, counter);
}

static void* Use(void* counter) {
  assert(pthread_getspecific(key) == nullptr);
  pthread_setspecific(key, counter);
  pthread_setspecific(plain, counter);
  assert(pthread_getspecific(key) == counter && pthread_getspecific(plain) == counter);
  return nullptr;
}

int main() {
  pthread_key_create(&key, Again);
  pthread_key_create(&plain, nullptr);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Use, &rounds[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(rounds[0] == PTHREAD_DESTRUCTOR_ITERATIONS && rounds[1] == PTHREAD_DESTRUCTOR_ITERATIONS);
  assert(pthread_key_delete(plain) == 0);
  assert(pthread_key_delete(plain) != 0);
}
