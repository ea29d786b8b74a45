// Generators, symmetric transfer, a thousand suspensions; locals whose address is taken across them.
#include <coroutine>
#include <cstdio>
#include <exception>

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void unhandled_exception() { std::terminate(); }
    std::suspend_always yield_value(int v) {
      value = v;
      return {};
    }
    void return_void() {}
  };
  std::coroutine_handle<promise_type> handle;
};

int total;

Task Generate(int n) {
  for (int i = 0; i < n; i++) {
    int local = i;
    int* address = &local;
    co_yield i;
    total += *address;
  }
}

struct Step {
  struct promise_type {
    std::coroutine_handle<> continuation;
    Step get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().continuation; }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void unhandled_exception() { std::terminate(); }
    void return_void() {}
  };
  std::coroutine_handle<promise_type> handle;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> c) {
    handle.promise().continuation = c;
    return handle;
  }
  void await_resume() { handle.destroy(); }
};

Step Inner(int i) {
  total += i;
  co_return;
}

Task Outer() {
  for (int i = 0; i < 1000; i++) co_await Inner(i);
  co_yield 42;
}

int main() {
  auto task = Generate(5);
  int sum = 0;
  while (!task.handle.done()) {
    task.handle.resume();
    sum += task.handle.promise().value;
  }
  task.handle.destroy();
  auto outer = Outer();
  outer.handle.resume();
  std::printf("%d %d %d\n", sum, total, outer.handle.promise().value);
  outer.handle.destroy();
}
