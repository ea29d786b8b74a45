//: what: the loop around a wait asks after the wait
//: impact: changed
//: fault: deadlock
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable cv;
static bool done;
static void Finish() {
  std::lock_guard<std::mutex> held(m);
  done = true;
  cv.notify_one();
}
int main() {
  std::thread t(Finish);
  {
    std::unique_lock<std::mutex> held(m);
-    while (!done) cv.wait(held);
+    do {
+      cv.wait(held);
+    } while (!done);
  }
  t.join();
}
