// shows: three kinds of threads add different amounts to a number under a lock; one that comes last sees the limit reached
// set: fresh
// args: 1
// args: 4
#include <pthread.h>

#include "bug.h"

int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void* AddOne(void*) {
  pthread_mutex_lock(&m);
  ++data;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* AddTwo(void*) {
  pthread_mutex_lock(&m);
  data += 2;
  pthread_mutex_unlock(&m);
  return nullptr;
}
void* Watch(void*) {
  pthread_mutex_lock(&m);
  assert(data < 3 * n);
  pthread_mutex_unlock(&m);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 1);
  pthread_t t[33];
  pthread_create(&t[0], nullptr, Watch, nullptr);
  for (int i = 0; i < n; ++i) {
    pthread_create(&t[1 + 2 * i], nullptr, AddOne, nullptr);
    pthread_create(&t[2 + 2 * i], nullptr, AddTwo, nullptr);
  }
  for (int i = 0; i < 1 + 2 * n; ++i) pthread_join(t[i], nullptr);
}
