// shows: N threads add one to a total without a name for "all"; a reader fails if it sees exactly one of them
// set: tune
// args: 3
// args: 30
#include <pthread.h>

#include "bug.h"

int total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* Add(void*) {
  pthread_mutex_lock(&m);
  ++total;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Read(void*) {
  pthread_mutex_lock(&m);
  const int seen = total;
  pthread_mutex_unlock(&m);
  assert(seen != 1);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  pthread_t t[101];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Add, nullptr);
  pthread_create(&t[n], nullptr, Read, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
