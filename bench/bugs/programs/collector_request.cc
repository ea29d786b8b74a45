// shows: a collector waits until no request runs; the last request notifies without the lock, between the look and the wait
// set: tune
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t gc_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t done = PTHREAD_COND_INITIALIZER;
std::atomic<int> requests{0};
bool collecting;
void* Request(void*) {
  pthread_mutex_lock(&gc_lock);
  const bool late = collecting;
  if (!late) ++requests;
  pthread_mutex_unlock(&gc_lock);
  if (late) return nullptr;
  if (--requests == 0) pthread_cond_signal(&done);
  return nullptr;
}
void* Collect(void*) {
  pthread_mutex_lock(&gc_lock);
  collecting = true;
  while (requests > 0) pthread_cond_wait(&done, &gc_lock);
  collecting = false;
  pthread_mutex_unlock(&gc_lock);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 1);
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i < static_cast<unsigned>(n) ? Request : Collect, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
