// shows: condition_variable_any::wait with a stop_token returns when the stop is requested
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable_any changed;
  bool stopped = false;
  std::jthread waiter([&](std::stop_token token) {
    std::unique_lock hold(lock);
    bool ready = changed.wait(hold, token, [] { return false; });
    assert(!ready && token.stop_requested());
    stopped = true;
  });
  waiter.request_stop();
  waiter.join();
  assert(stopped);
}
