// shows: three kinds of threads add under a lock; the check fails only if the two first came before it
// set: tune
// args: 1
// args: 10
// args: 33
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data, n;
void* One(void*) {
  pthread_mutex_lock(&m);
  data += 1;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Two(void*) {
  pthread_mutex_lock(&m);
  data += 2;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Check(void*) {
  pthread_mutex_lock(&m);
  assert(data < 3 * n);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 1);
  pthread_t check;
  pthread_create(&check, nullptr, Check, nullptr);
  std::vector<pthread_t> threads(static_cast<unsigned>(n) * 2);
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i % 2 ? Two : One, nullptr);
  pthread_join(check, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
