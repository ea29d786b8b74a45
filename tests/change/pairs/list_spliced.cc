//: what: finished jobs are spliced out of the list before the lock is taken
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <list>
#include <mutex>
#include <thread>
std::mutex mutex;
std::list<int> done;
size_t Collect() {
  std::list<int> now;
  {
-    std::lock_guard<std::mutex> guard(mutex);
-    now.splice(now.end(), done);
+    now.splice(now.end(), done);
+    std::lock_guard<std::mutex> guard(mutex);
  }
  return now.size();
}
void Finish(int n) {
  std::lock_guard<std::mutex> guard(mutex);
  done.push_back(n);
}
int main() {
  std::thread a(Finish, 1);
  Collect();
  a.join();
}
