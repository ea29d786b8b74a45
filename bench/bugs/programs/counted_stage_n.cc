// shows: N workers count themselves in, then out, each under its lock; a look in between must find one in and none out
// set: tune
// args: 1
// args: 8
// args: 50
#include <pthread.h>

#include "bug.h"

pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER, out_lock = PTHREAD_MUTEX_INITIALIZER;
int in, out;
void* Work(void*) {
  pthread_mutex_lock(&in_lock);
  in += 2;
  pthread_mutex_unlock(&in_lock);
  pthread_mutex_lock(&out_lock);
  out += 2;
  pthread_mutex_unlock(&out_lock);
  return nullptr;
}
void* Look(void*) {
  pthread_mutex_lock(&out_lock);
  const int gone = out;
  pthread_mutex_unlock(&out_lock);
  pthread_mutex_lock(&in_lock);
  const int come = in;
  pthread_mutex_unlock(&in_lock);
  assert(come - gone != 2 || gone != 0);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  pthread_t t[101];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Work, nullptr);
  pthread_create(&t[n], nullptr, Look, nullptr);
  for (int i = 0; i <= n; ++i) pthread_join(t[i], nullptr);
}
