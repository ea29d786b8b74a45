// shows: a jthread whose callback wakes it; destruction stops and joins
#include <atomic>
#include <cassert>
#include <semaphore>
#include <stop_token>
#include <thread>
int main() {
  std::atomic<int> woken{0};
  {
    std::jthread t([&](std::stop_token st) {
      std::binary_semaphore s(0);
      std::stop_callback cb(st, [&] { s.release(); });
      s.acquire();
      ++woken;
    });
  }
  assert(woken == 1);
}
