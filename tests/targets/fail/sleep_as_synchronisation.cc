// shows: "it will be there in 50 ms"
// kind: assert
// explore-flags: --time-model free
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

static std::atomic<int> result;

int main() {
  std::thread worker([] { result = 42; });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  assert(result == 42);
  worker.join();
}
