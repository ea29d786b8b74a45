// shows: each of three takes over the number of the one before under one lock; a fourth looks whether all of them agree
// set: held
// args: 1
// args: 2
#include <pthread.h>

#include "bug.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a = 1, b = 2, c = 3, rounds;
bool agree = false;
template <typename F>
void Locked(F body) {
  pthread_mutex_lock(&m);
  body();
  pthread_mutex_unlock(&m);
}
void* First(void*) {
  for (int r = 0; r < rounds; ++r) Locked([] { a = (c + 1) % 4; });
  return nullptr;
}
void* Second(void*) {
  for (int r = 0; r < rounds; ++r) Locked([] { b = a; });
  return nullptr;
}
void* Third(void*) {
  for (int r = 0; r < rounds; ++r) Locked([] { c = b; });
  return nullptr;
}
void* Look(void*) {
  Locked([] { agree = a == b && b == c; });
  Locked([] { assert(agree || !(a == 3 && b == 1 && c == 2)); });
  return nullptr;
}
int main(int argc, char** argv) {
  rounds = Count(argc, argv, 1);
  void* (*all[])(void*) = {First, Second, Third, Look};
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], nullptr, all[i], nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
