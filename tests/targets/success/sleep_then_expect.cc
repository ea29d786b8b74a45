// shows: "sleep 100 ms, then expect" holds where nothing delays the others: no schedule of the default time model overtakes it
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

static std::atomic<int> result;

int main() {
  std::thread worker([] {
    for (int i = 0; i < 20; i++) ++result;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  assert(result == 20);
  worker.join();
}
