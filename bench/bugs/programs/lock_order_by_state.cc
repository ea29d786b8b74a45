// shows: the second lock is taken only if the state says so, and the state is changed by a third thread
// set: tune
// args: 2
// args: 5
#include <pthread.h>

#include "bug.h"

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
std::atomic<bool> both;
int n1, n2;
void* Forward(void*) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  ++n1;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return nullptr;
}
void* Backward(void*) {
  pthread_mutex_lock(&b);
  if (both) {
    pthread_mutex_lock(&a);
    ++n2;
    pthread_mutex_unlock(&a);
  }
  pthread_mutex_unlock(&b);
  return nullptr;
}
void* Switch(void*) {
  both = true;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  pthread_t t[18];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, i % 2 ? Backward : Forward, nullptr);
  pthread_create(&t[n], nullptr, Switch, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
