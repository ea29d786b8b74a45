// shows: a relaxed read-modify-write continues a release sequence, so plain data is still published
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<int> stage;

int main() {
  std::thread publisher([] {
    data = 42;
    stage.store(1, std::memory_order_release);
  });
  std::thread middle([] {
    int expected = 1;
    stage.compare_exchange_strong(expected, 2, std::memory_order_relaxed);
  });
  std::thread consumer([] {
    if (stage.load(std::memory_order_acquire) == 2) assert(data == 42);
  });
  publisher.join();
  middle.join();
  consumer.join();
}
