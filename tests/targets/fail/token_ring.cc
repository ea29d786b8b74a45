// shows: a ring of threads that hand on a value and each expect their neighbour's turn to have come
// kind: assert
#include <atomic>
#include <cassert>
#include <pthread.h>

static std::atomic<int> x1{1}, x2{2}, x3{3};
static std::atomic<bool> f1, f2, f3;

static void* One(void*) {
  x1 = (x3 + 1) % 4;
  f1 = true;
  return nullptr;
}
static void* Two(void*) {
  x2 = x1.load();
  f2 = true;
  return nullptr;
}
static void* Three(void*) {
  x3 = x2.load();
  f3 = true;
  return nullptr;
}
static void* Check(void*) {
  if (f1 && f2 && f3) assert(x1 == x2 && x2 == x3);
  return nullptr;
}

int main() {
  pthread_t threads[4];
  void* (*bodies[4])(void*) = {One, Two, Three, Check};
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], nullptr, bodies[i], nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
