// shows: a gate for N counts arrivals; the one that opens it sets the count back while others still look at it
// set: unseen
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int arrived, n, phase[8];
void Gate() {
  pthread_mutex_lock(&m);
  if (++arrived == n) {
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    arrived = 0;
  } else {
    while (arrived != 0 && arrived < n) pthread_cond_wait(&opened, &m);
  }
  pthread_mutex_unlock(&m);
}
void* Work(void* arg) {
  const long i = reinterpret_cast<long>(arg);
  for (int round = 1; round <= 2; ++round) {
    pthread_mutex_lock(&m);
    phase[i] = round;
    pthread_mutex_unlock(&m);
    Gate();
    pthread_mutex_lock(&m);
    for (int k = 0; k < n; ++k) assert(phase[k] >= round);
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  pthread_t t[8];
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Work, reinterpret_cast<void*>(i));
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
