// shows: a coroutine is resumed by whoever sees it suspended: two threads may
// kind: race|assert|heap|signal
#include <atomic>
#include <cassert>
#include <coroutine>
#include <thread>

static std::atomic<int> entered;
static std::atomic<bool> suspended;

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static Task Run() {
  assert(++entered == 1);
  co_return;
}

int main() {
  Task task = Run();
  suspended = true;
  auto resumes = [&] {
    if (suspended.load()) {
      suspended.store(false);
      task.handle.resume();
    }
  };
  std::thread a(resumes), b(resumes);
  a.join(), b.join();
  task.handle.destroy();
}
