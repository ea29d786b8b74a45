// shows: a barrier of a count and a condition that does not know which round it is in
// set: held
// args: 2
// args: 4
#include <pthread.h>

#include "bug.h"

int waiting, n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void Wait() {
  pthread_mutex_lock(&m);
  if (++waiting == n) {
    waiting = 0;
    pthread_cond_broadcast(&c);
  } else {
    while (waiting != 0) pthread_cond_wait(&c, &m);
  }
  pthread_mutex_unlock(&m);
}
void* Body(void*) {
  for (int i = 0; i < 2; ++i) Wait();
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 2);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Body, nullptr);
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
}
