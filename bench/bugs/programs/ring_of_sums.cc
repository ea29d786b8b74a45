// shows: N threads each add to the value of the one before under one lock; the result holds for one order only
// set: held
// args: 3
// args: 5
#include <pthread.h>

#include "bug.h"

int value[16], n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Step(void* arg) {
  const long i = reinterpret_cast<long>(arg);
  pthread_mutex_lock(&m);
  value[i] = value[(i + n - 1) % n] + 1;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Look(void*) {
  pthread_mutex_lock(&m);
  for (int i = 1; i < n; ++i) assert(value[i] == 0 || value[i] == value[i - 1] + 1);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 3);
  pthread_t t[17];
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Step, reinterpret_cast<void*>(i));
  pthread_create(&t[n], nullptr, Look, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
