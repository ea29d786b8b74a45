// shows: a relaxed flag publishes nothing: the assertion holds in every interleaving, the standard promises nothing
// kind: race
// message: data race on payload
#include <atomic>
#include <cassert>
#include <thread>

static int payload;
static std::atomic<bool> ready;

int main() {
  std::thread writer([] {
    payload = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread reader([] {
    if (ready.load(std::memory_order_relaxed)) assert(payload == 42);
  });
  writer.join();
  reader.join();
}
