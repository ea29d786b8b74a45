// shows: a cycle through three locks
// kind: deadlock
#include <mutex>
#include <thread>

static std::mutex locks[3];

int main() {
  std::thread threads[3];
  for (int i = 0; i < 3; i++) {
    threads[i] = std::thread([i] {
      std::lock_guard first(locks[i]);
      std::lock_guard second(locks[(i + 1) % 3]);
    });
  }
  for (std::thread& thread : threads) thread.join();
}
