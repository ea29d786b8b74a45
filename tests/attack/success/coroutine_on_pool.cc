// shows: a coroutine that moves between the threads of a pool; its frame is plain memory
#include <cassert>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static std::deque<std::coroutine_handle<>> ready;
static bool stop;
static int result;

struct OnPool {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) {
    std::lock_guard lock(m);
    ready.push_back(h);
    cv.notify_one();
  }
  void await_resume() {}
};
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

static Task Compute() {
  int sum = 0;
  for (int i = 1; i <= 3; ++i) {
    co_await OnPool{};
    sum += i;
  }
  std::lock_guard lock(m);
  result = sum;
  stop = true;
  cv.notify_all();
}

static void Worker() {
  std::unique_lock lock(m);
  while (!stop) {
    if (ready.empty()) {
      cv.wait(lock);
      continue;
    }
    auto next = ready.front();
    ready.pop_front();
    lock.unlock();
    next.resume();
    lock.lock();
  }
}

int main() {
  std::thread a(Worker), b(Worker);
  Compute();
  a.join(), b.join();
  assert(result == 6);
}
