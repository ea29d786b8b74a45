// shows: of two sleeps the shorter one ends first, and a longer one does not end while somebody can run
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::atomic<int> order = 0;
  int first = 0, second = 0;
  std::thread a([&] {
    std::this_thread::sleep_for(60ms);
    second = ++order;
  });
  std::thread b([&] {
    std::this_thread::sleep_for(20ms);
    first = ++order;
  });
  a.join();
  b.join();
  assert(first == 1 && second == 2);
}
