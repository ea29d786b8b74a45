// shows: a thread gives back a lock that another one may hold just then: two threads are in one critical section
// kind: assert
// exhaustive: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value;

static void* Add(void* unused) {
  pthread_mutex_lock(&mutex);
  int seen = value;
  value = seen + 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* Unlock(void* unused) {
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void* (*const work[])(void*) = {Unlock, Add, Add};
  for (int i = 0; i < 3; ++i)
    if (pthread_create(&threads[i], NULL, work[i], NULL) != 0) return 1;
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(value == 2);
  return 0;
}
