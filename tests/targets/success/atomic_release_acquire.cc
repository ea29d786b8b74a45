// shows: a release store that an acquire load reads publishes plain data
// exhaustive: yes
#include <atomic>
#include <cassert>
#include <pthread.h>

static int data;
static std::atomic<int> ready;

static void* Publish(void*) {
  data = 42;
  ready.store(1, std::memory_order_release);
  return nullptr;
}

static void* Consume(void*) {
  if (ready.load(std::memory_order_acquire)) assert(data == 42);
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, Publish, nullptr);
  pthread_create(&b, nullptr, Consume, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
