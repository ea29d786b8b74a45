// shows: an awaiter touches its frame after another thread may have resumed it
// kind: heap|race
#include <atomic>
#include <cassert>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

std::atomic<void*> slot{nullptr};

struct Aw {
  int left = 1;
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    slot.store(h.address());
    left = 0;
  }
  void await_resume() {}
};

Task Work() { co_await Aw{}; }

int main() {
  std::thread a([] { Work(); }), b([] {
    if (void* p = slot.exchange(nullptr)) std::coroutine_handle<>::from_address(p).resume();
  });
  a.join();
  b.join();
  if (void* p = slot.exchange(nullptr)) std::coroutine_handle<>::from_address(p).resume();
}
