// shows: two unlocked increments, one is lost
// kind: assert
#include <assert.h>
#include <pthread.h>

static int counter;

static void* Increment(void*) {
  int seen = counter;
  counter = seen + 1;
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, Increment, nullptr);
  pthread_create(&b, nullptr, Increment, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(counter == 2);
}
