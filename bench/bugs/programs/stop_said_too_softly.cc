// shows: stop is set without the lock and the condition signalled: a worker that has just looked sleeps for ever
// set: unseen
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t work = PTHREAD_COND_INITIALIZER;
std::atomic<bool> stop;
int jobs;
void* Worker(void*) {
  pthread_mutex_lock(&m);
  while (!stop.load()) {
    if (jobs > 0) --jobs;
    else pthread_cond_wait(&work, &m);
  }
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[8];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Worker, nullptr);
  pthread_mutex_lock(&m);
  ++jobs;
  pthread_cond_signal(&work);
  pthread_mutex_unlock(&m);
  stop.store(true);
  pthread_cond_broadcast(&work);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
