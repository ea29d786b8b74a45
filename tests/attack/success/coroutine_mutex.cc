// shows: a mutex that suspends coroutines
#include <atomic>
#include <cassert>
#include <coroutine>
#include <mutex>
#include <deque>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
};

class AsyncMutex {
  std::mutex m_;
  bool held_ = false;
  std::deque<std::coroutine_handle<>> w_;

 public:
  struct Aw {
    AsyncMutex& a;
    bool await_ready() { return false; }
    bool await_suspend(std::coroutine_handle<> h) {
      std::lock_guard g(a.m_);
      if (!a.held_) {
        a.held_ = true;
        return false;
      }
      a.w_.push_back(h);
      return true;
    }
    void await_resume() {}
  };
  Aw Lock() { return {*this}; }
  void Unlock() {
    std::coroutine_handle<> h;
    {
      std::lock_guard g(m_);
      if (w_.empty()) {
        held_ = false;
        return;
      }
      h = w_.front();
      w_.pop_front();
    }
    h.resume();
  }
};

AsyncMutex am;
int n;
std::atomic<int> done;

Task Work() {
  co_await am.Lock();
  n++;
  am.Unlock();
  done++;
}

int main() {
  std::thread a([] { Work(); }), b([] { Work(); });
  a.join();
  b.join();
  assert(done == 2 && n == 2);
}
