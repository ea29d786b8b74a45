//: what: an awaiter that is ready at once goes on in the caller's thread, beside the owner
//: impact: changed
//: fault: race
//: found: yes
#include <coroutine>
#include <mutex>
#include <thread>
static int total;
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
struct Owner {
-  bool await_ready() { return false; }
+  bool await_ready() { return true; }
  void await_suspend(std::coroutine_handle<>) {}
  void await_resume() {}
};
static Task Count() {
  co_await Owner{};
  ++total;
}
int main() {
  std::thread other([] { ++total; });
  Task task = Count();
  other.join();
  if (!task.handle.done()) task.handle.resume();
  task.handle.destroy();
  return total == 0;
}
