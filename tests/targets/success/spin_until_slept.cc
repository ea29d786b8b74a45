// shows: time passes for a sleeping thread while another only spins or yields for it
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> ready = false, seen = false;
  std::thread spins([&] {
    while (!ready) {
    }
    seen = true;
  });
  std::thread counts([&] {
    for (long turns = 0; !seen; ++turns) std::this_thread::yield();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  ready = true;
  spins.join();
  counts.join();
}
