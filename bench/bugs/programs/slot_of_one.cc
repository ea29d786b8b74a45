// shows: producers and consumers of one slot share their two conditions; one signal reaches the wrong side or nobody
// set: fresh
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;
int slot;
void* Produce(void*) {
  pthread_mutex_lock(&m);
  if (slot > 0) pthread_cond_wait(&empty, &m);
  ++slot;
  assert(slot == 1);
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&full);
  return nullptr;
}
void* Consume(void*) {
  pthread_mutex_lock(&m);
  if (slot == 0) pthread_cond_wait(&full, &m);
  --slot;
  assert(slot == 0);
  pthread_cond_signal(&empty);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  pthread_t t[32];
  for (int i = 0; i < 2 * n; ++i) pthread_create(&t[i], nullptr, i < n ? Produce : Consume, nullptr);
  for (int i = 0; i < 2 * n; ++i) pthread_join(t[i], nullptr);
}
