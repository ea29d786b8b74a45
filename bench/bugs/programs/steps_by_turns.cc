// shows: a walker and a counter hand over with one condition and `if`; the counter counts a step twice
// set: last
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
int step, steps, total;
void* Walk(void*) {
  for (int i = 1; i <= steps; ++i) {
    pthread_mutex_lock(&m);
    if (step != 0) pthread_cond_wait(&turned, &m);
    step = i;
    pthread_cond_signal(&turned);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Add(void*) {
  for (int i = 1; i <= steps; ++i) {
    pthread_mutex_lock(&m);
    if (step == 0) pthread_cond_wait(&turned, &m);
    const int seen = step;
    pthread_mutex_unlock(&m);
    total += seen;
    pthread_mutex_lock(&m);
    step = 0;
    pthread_cond_signal(&turned);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
void* Rest(void*) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&turned);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  steps = Count(argc, argv, 2);
  pthread_t t[3];
  pthread_create(&t[0], nullptr, Walk, nullptr);
  pthread_create(&t[1], nullptr, Add, nullptr);
  pthread_create(&t[2], nullptr, Rest, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
  assert(total == steps * (steps + 1) / 2);
}
