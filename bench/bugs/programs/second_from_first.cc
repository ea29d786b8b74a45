// shows: a first number is set under one lock, a second computed from it under another; N readers look at both in turn
// set: fresh
// args: 1 1
// args: 2 1
// args: 9 1
// args: 50 1
// args: 99 1
#include <pthread.h>

#include "bug.h"

pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER, lb = PTHREAD_MUTEX_INITIALIZER;
int first, second;
void* Write(void*) {
  pthread_mutex_lock(&la);
  first = 1;
  pthread_mutex_unlock(&la);
  pthread_mutex_lock(&lb);
  second = first + 1;
  pthread_mutex_unlock(&lb);
  return nullptr;
}
void* Read(void*) {
  pthread_mutex_lock(&la);
  const int one = first;
  pthread_mutex_unlock(&la);
  if (one == 0) return nullptr;
  pthread_mutex_lock(&lb);
  const int two = second;
  pthread_mutex_unlock(&lb);
  assert(two == one + 1);
  return nullptr;
}
int main(int argc, char** argv) {
  const int writers = Count(argc, argv, 1), readers = argc > 2 ? std::atoi(argv[2]) : 1;
  std::vector<pthread_t> t(static_cast<unsigned>(writers + readers));
  for (int i = 0; i < writers + readers; ++i)
    pthread_create(&t[static_cast<unsigned>(i)], nullptr, i < writers ? Write : Read, nullptr);
  for (pthread_t thread : t) pthread_join(thread, nullptr);
}
