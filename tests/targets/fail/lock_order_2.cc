// shows: two locks taken in opposite orders
// kind: deadlock
#include <mutex>
#include <thread>

static std::mutex a, b;

int main() {
  std::thread first([] {
    std::lock_guard hold_a(a);
    std::lock_guard hold_b(b);
  });
  std::thread second([] {
    std::lock_guard hold_b(b);
    std::lock_guard hold_a(a);
  });
  first.join();
  second.join();
}
