// shows: pthread_mutex_trylock takes a free mutex or says EBUSY, and never blocks
// exhaustive: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, got[2];

static void* Try(void* mine) {
  int rc = pthread_mutex_trylock(&lock);
  assert(rc == 0 || rc == EBUSY);
  if (rc != 0) return nullptr;
  assert(++inside == 1);
  *static_cast<int*>(mine) = 1;
  inside--;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Try, &got[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(got[0] + got[1] >= 1);  // the first one always finds it free
}
