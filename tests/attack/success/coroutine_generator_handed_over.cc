// shows: a coroutine is resumed by one thread after the other, ordered by a semaphore
#include <cassert>
#include <coroutine>
#include <semaphore>
#include <thread>
struct Gen {
  struct promise_type {
    int v = 0;
    Gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) {
      v = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
Gen Numbers() {
  for (int i = 1;; ++i) co_yield i;
}
int main() {
  Gen g = Numbers();
  std::binary_semaphore go(0), back(0);
  std::thread t([&] {
    go.acquire();
    g.h.resume();
    assert(g.h.promise().v == 2);
    back.release();
  });
  g.h.resume();
  go.release();
  back.acquire();
  g.h.resume();
  assert(g.h.promise().v == 3);
  t.join();
  g.h.destroy();
}
