//: what: the front and the back buffer are exchanged behind the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <utility>
#include <vector>
std::mutex mutex;
std::vector<int> front, back;
void Put() {
  std::lock_guard<std::mutex> guard(mutex);
  back.push_back(1);
}
void Flip() {
-  {
-    std::lock_guard<std::mutex> guard(mutex);
-    std::swap(front, back);
-  }
+  { std::lock_guard<std::mutex> guard(mutex); }
+  std::swap(front, back);
  front.clear();
}
int main() {
  std::thread a(Put), b(Flip);
  a.join();
  b.join();
}
