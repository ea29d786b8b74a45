// shows: a static local is initialised once under concurrent first use, and everybody waits for it
// exhaustive: yes
#include <cassert>
#include <pthread.h>

static int constructed;

struct Slow {
  int value;
  Slow() : value(0) {
    constructed++;
    for (int i = 0; i < 3; i++) value += 14;
  }
};

static Slow& Instance() {
  static Slow slow;
  return slow;
}

static void* Use(void*) {
  assert(Instance().value == 42);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Use, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(constructed == 1);
}
