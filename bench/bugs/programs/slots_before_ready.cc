// shows: N workers fill their slot and count themselves ready; one counts before it fills; the collector adds up when all are ready
// set: held
// args: 2
// args: 10
// args: 40
#include <pthread.h>

#include "bug.h"

int slot[64], ready, n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Work(void* arg) {
  const long i = reinterpret_cast<long>(arg);
  if (i != n / 2) slot[i] = 1;
  pthread_mutex_lock(&m);
  ++ready;
  pthread_mutex_unlock(&m);
  if (i == n / 2) slot[i] = 1;
  return nullptr;
}
void* Collect(void*) {
  pthread_mutex_lock(&m);
  const bool all = ready == n;
  pthread_mutex_unlock(&m);
  if (!all) return nullptr;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += slot[i];
  assert(sum == n);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  pthread_t t[65];
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Work, reinterpret_cast<void*>(i));
  pthread_create(&t[n], nullptr, Collect, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
