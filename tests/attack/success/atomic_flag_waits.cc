// shows: threads that wait on an atomic flag are woken by the one that sets it
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic_flag ready;
static int data;

int main() {
  auto waits = [] {
    ready.wait(false, std::memory_order_acquire);
    assert(data == 9);
  };
  std::thread a(waits), b(waits);
  data = 9;
  ready.test_and_set(std::memory_order_release);
  ready.notify_all();
  a.join(), b.join();
}
