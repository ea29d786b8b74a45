// shows: n setters write a and then b, n readers expect to see both or none
// kind: assert
// args: 1
// args: 3
// args: 5
// args: 10
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>

static std::atomic<int> a, b;

static void* Set(void*) {
  a = 1;
  b = -1;
  return nullptr;
}

static void* Check(void*) {
  int seen_a = a;
  int seen_b = b;
  assert((seen_a == 0 && seen_b == 0) || (seen_a == 1 && seen_b == -1));
  return nullptr;
}

int main(int argc, char** argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1;
  pthread_t threads[64];
  for (int i = 0; i < count; i++) pthread_create(&threads[i], nullptr, Check, nullptr);
  pthread_create(&threads[count], nullptr, Set, nullptr);
  for (int i = 0; i <= count; i++) pthread_join(threads[i], nullptr);
}
