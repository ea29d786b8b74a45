//: what: cancelling a timer sets a flag and does not wait for the callback that runs
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <memory>
#include <thread>
struct Timer {
  std::atomic<bool> cancelled{false};
  std::thread thread;
  template <typename F>
  void Start(F f) {
    thread = std::thread([this, f] {
      if (!cancelled) f();
    });
  }
  void Cancel() {
    cancelled = true;
-    if (thread.joinable()) thread.join();
  }
  ~Timer() {
    if (thread.joinable()) thread.join();
  }
};
int main() {
  Timer timer;
  auto buffer = std::make_unique<int>(0);
  timer.Start([p = buffer.get()] { ++*p; });
  timer.Cancel();
  buffer.reset();
}
