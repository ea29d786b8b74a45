// shows: a phase ends when as many came as there are; one thread leaves the count where it was for the next phase
// set: last
// args: 2
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all = PTHREAD_COND_INITIALIZER;
int threads, come, value[8];
void Arrive() {
  pthread_mutex_lock(&m);
  if (++come == threads) {
    come = 0;
    pthread_cond_broadcast(&all);
  } else {
    while (come != 0) pthread_cond_wait(&all, &m);
  }
  pthread_mutex_unlock(&m);
}
void* Work(void* arg) {
  const int me = static_cast<int>(reinterpret_cast<long>(arg));
  value[me] = 1;
  Arrive();
  assert(value[(me + 1) % threads] >= 1);
  value[me] = 2;
  Arrive();
  assert(value[(me + 1) % threads] == 2);
  return nullptr;
}
int main(int argc, char** argv) {
  threads = Count(argc, argv, 2);
  std::vector<pthread_t> t(threads);
  for (long i = 0; i < threads; ++i) pthread_create(&t[i], nullptr, Work, reinterpret_cast<void*>(i));
  for (pthread_t x : t) pthread_join(x, nullptr);
}
