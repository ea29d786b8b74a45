//: what: a coroutine releases its lock before it is suspended; what it writes when it is resumed has none
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <coroutine>
#include <mutex>
#include <thread>
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
std::mutex mutex;
int shared;
Task Work() {
  int before;
  {
    std::lock_guard<std::mutex> guard(mutex);
    before = shared;
  }
  co_await std::suspend_always{};
-  {
-    std::lock_guard<std::mutex> guard(mutex);
-    shared = before + 1;
-  }
+  shared = before + 1;
}
void Drive() {
  Task task = Work();
  task.handle.resume();
  task.handle.resume();
  task.handle.destroy();
}
int main() {
  std::thread a(Drive), b(Drive);
  a.join();
  b.join();
}
