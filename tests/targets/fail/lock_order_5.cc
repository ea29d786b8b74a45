// shows: a cycle through five locks
// kind: deadlock
#include <latch>
#include <mutex>
#include <thread>

static std::mutex locks[5];

int main() {
  std::latch start(5);
  std::thread threads[5];
  for (int i = 0; i < 5; i++) {
    threads[i] = std::thread([i, &start] {
      start.arrive_and_wait();
      std::lock_guard first(locks[i]);
      std::lock_guard second(locks[(i + 1) % 5]);
    });
  }
  for (std::thread& thread : threads) thread.join();
}
