//: what: the class of a coroutine, its promise's class and an object that is called have other names
//: impact: same
//: slow: yes
//: fault: none
#include <coroutine>
#include <mutex>
#include <thread>
-struct Routine {
+struct Sequence {
-  struct promise_type {
-    Routine get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
+  struct promise_type {
+    Sequence get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static std::mutex mutex;
static int total;
-static Routine Steps() {
+static Sequence Steps() {
  {
    std::lock_guard<std::mutex> held(mutex);
    ++total;
  }
  co_await std::suspend_always{};
  std::lock_guard<std::mutex> held(mutex);
  ++total;
}
-struct Runner {
+struct Driver {
  void operator()() const {
    auto steps = Steps();
    while (!steps.handle.done()) steps.handle.resume();
    steps.handle.destroy();
  }
};
int main() {
-  std::thread a{Runner{}}, b{Runner{}};
+  std::thread a{Driver{}}, b{Driver{}};
  a.join();
  b.join();
}
