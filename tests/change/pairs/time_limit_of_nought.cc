//: what: the time limit of a wait is nought
//: slow: yes
//: impact: changed
//: fault: assert
//: found: yes
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable cv;
static bool ready;
-static constexpr int kSeconds = 3600;
+static constexpr int kSeconds = 0;
int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> held(m);
    ready = true;
    cv.notify_one();
  });
  {
    std::unique_lock<std::mutex> held(m);
    bool in_time = cv.wait_for(held, std::chrono::seconds(kSeconds), [] { return ready; });
    assert(in_time);
  }
  t.join();
}
