// shows: a waiter yields four times, then waits without another look
// kind: deadlock
// strategies: dfs icb stateful-dfs stateful-bfs
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
std::atomic<bool> ready{false};
std::mutex m;
std::condition_variable cv;
int main() {
  std::thread t([] {
    for (int i = 0; i < 4; i++) {
      if (ready) return;
      std::this_thread::yield();
    }
    std::unique_lock<std::mutex> l(m);
    cv.wait(l);
  });
  ready = true;
  cv.notify_one();
  t.join();
}
