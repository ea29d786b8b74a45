// shows: N threads write one more than their neighbour under their own lock; a checker expects a rising row
// set: fresh
// args: 3
// args: 6
#include <pthread.h>

#include "bug.h"

int value[16], n;
pthread_mutex_t own[16];
void* Pass(void* arg) {
  const long i = reinterpret_cast<long>(arg);
  pthread_mutex_lock(&own[i]);
  value[i] = value[(i + n - 1) % n] + 1;
  pthread_mutex_unlock(&own[i]);
  return nullptr;
}
void* Check(void*) {
  pthread_mutex_lock(&own[0]);
  if (value[n - 1] > 0) assert(value[n - 1] >= 2);
  pthread_mutex_unlock(&own[0]);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 3);
  pthread_t t[17];
  for (int i = 0; i < n; ++i) pthread_mutex_init(&own[i], nullptr);
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Pass, reinterpret_cast<void*>(i));
  pthread_create(&t[n], nullptr, Check, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
