// shows: coroutines resumed by different threads in turn
#include <atomic>
#include <cassert>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static Task Count(int from) {
  for (int i = 0; i < 4; i++) co_yield from + i;
}

int main() {
  Task task = Count(10);
  std::atomic<int> turn = 0;
  auto resume = [&](int me) {
    for (int round = 0; round < 2; round++) {
      while (turn != me) std::this_thread::yield();
      task.handle.resume();
      assert(task.handle.promise().value == 10 + round * 2 + me);
      turn = 1 - me;
    }
  };
  std::thread a(resume, 0), b(resume, 1);
  a.join();
  b.join();
  task.handle.resume();
  assert(task.handle.done());
  task.handle.destroy();
}
