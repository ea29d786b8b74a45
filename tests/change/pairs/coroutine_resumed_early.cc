//: what: a coroutine is resumed while the other thread works, not after it was joined
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <coroutine>
#include <thread>
struct Routine {
  struct promise_type {
    Routine get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static int total;
static Routine Add() {
  total += 1;
  co_return;
}
int main() {
  Routine add = Add();
  std::thread worker([] { total += 2; });
-  worker.join();
-  add.handle.resume();
+  add.handle.resume();
+  worker.join();
  add.handle.destroy();
  return total == 0;
}
