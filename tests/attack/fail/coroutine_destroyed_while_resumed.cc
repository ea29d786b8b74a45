// shows: a coroutine frame is destroyed by its owner while the pool may resume it
// kind: heap
#include <atomic>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
static std::atomic<bool> cancelled;
static int n;
static Task Make() {
  n++;
  co_return;
}
int main() {
  Task t = Make();
  std::thread pool([&] {
    if (!cancelled) t.h.resume();
  });
  cancelled = true;
  t.h.destroy();
  pool.join();
}
