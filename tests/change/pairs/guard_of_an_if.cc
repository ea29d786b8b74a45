//: what: the guard was made in the head of an if and held in the else branch, too; now only in the first branch
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex mutex;
static int total;
static void Work(bool up) {
-  if (std::lock_guard<std::mutex> held(mutex); up) {
+  if (up) {
+    std::lock_guard<std::mutex> held(mutex);
    ++total;
  } else {
    --total;
  }
}
int main() {
  std::thread a(Work, true), b(Work, false);
  a.join();
  b.join();
}
