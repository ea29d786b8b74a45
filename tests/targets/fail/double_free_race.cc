// shows: two threads test the same pointer and both free it
// kind: heap
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<void*> block;

static void Clean() {
  if (block.load()) {
    free(block.load());
    block = nullptr;
  }
}

int main() {
  block = malloc(16);
  std::thread a(Clean), b(Clean);
  a.join();
  b.join();
}
