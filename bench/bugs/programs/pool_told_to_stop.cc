// shows: a pool's stop flag is set without the lock, between a worker's look and its wait
// set: tune
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int jobs, done;
std::atomic<bool> stop;
void* Work(void*) {
  pthread_mutex_lock(&m);
  while (!stop) {
    if (jobs > 0) --jobs, ++done;
    else pthread_cond_wait(&c, &m);
  }
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Work, nullptr);
  pthread_mutex_lock(&m);
  ++jobs;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  stop = true;
  pthread_cond_broadcast(&c);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
