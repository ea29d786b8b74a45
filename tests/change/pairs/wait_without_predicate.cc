//: what: wait without its predicate waits for a notify that was before it
//: impact: changed
//: fault: any
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable cv;
bool ready;
int value;

int main() {
  std::thread consumer([] {
    std::unique_lock<std::mutex> lock(m);
-    cv.wait(lock, [] { return ready; });
+    cv.wait(lock);
    value = value + 1;
  });
  {
    std::lock_guard<std::mutex> guard(m);
    ready = true;
    value = 41;
  }
  cv.notify_one();
  consumer.join();
}
