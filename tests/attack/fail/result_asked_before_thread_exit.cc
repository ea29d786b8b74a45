// shows: whoever does not wait for a result at the end of a thread cannot rely on what the thread's destructors write
// kind: assert
#include <atomic>
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

std::atomic<int> written{0};
struct AtEnd {
  int by = 1;
  ~AtEnd() { written = by; }
};

int main() {
  std::promise<int> promise;
  std::future<int> promised = promise.get_future();
  std::thread a([&] {
    thread_local AtEnd end;
    promise.set_value_at_thread_exit(end.by);
  });
  if (written == 1) {
    assert(promised.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
  }
  a.join();
}
