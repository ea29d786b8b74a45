//: what: a wait with a predicate is written as a loop
//: impact: changed
//: fault: none
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex mutex;
std::condition_variable cv;
bool ready;
int main() {
  std::thread a([] {
    std::unique_lock<std::mutex> lock(mutex);
-    cv.wait(lock, [] { return ready; });
+    while (!ready) cv.wait(lock);
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    ready = true;
  }
  cv.notify_one();
  a.join();
}
