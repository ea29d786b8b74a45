// shows: std::jthread stops its thread through a stop_token and joins in its destructor
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::atomic<int> rounds = 0;
  bool ended = false;
  {
    std::jthread worker([&](std::stop_token token) {
      while (!token.stop_requested()) {
        rounds = 1;
        std::this_thread::yield();
      }
      ended = true;
    });
  }
  assert(ended);
  std::jthread other([](std::stop_token token) { assert(token.stop_possible()); });
  assert(other.request_stop());
  assert(!other.request_stop());
}
