//: what: a counter under a lock becomes an atomic one without
//: impact: changed
//: fault: none
#include <atomic>
#include <mutex>
#include <thread>
-std::mutex mutex;
-int n;
-void Work() {
-  std::lock_guard<std::mutex> guard(mutex);
-  ++n;
-}
+std::atomic<int> n;
+void Work() { ++n; }
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
