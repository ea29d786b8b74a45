//: what: a table of sessions is searched once, and the iterator is used again after the lock was given back
//: impact: changed
//: tests: touch drop
//: select: drop
//: args: drop
//: fault: any
//: found: yes
//: slow: yes
#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <thread>
class Sessions {
 public:
  void Open(int id) {
    std::lock_guard<std::mutex> guard(mutex_);
    last_[id] = 0;
  }
  void Drop(int id) {
    std::lock_guard<std::mutex> guard(mutex_);
    last_.erase(id);
  }
  void Touch(int id) {
-    {
-      std::lock_guard<std::mutex> guard(mutex_);
-      if (!last_.count(id)) return;
-    }
-    int now = Now();
-    std::lock_guard<std::mutex> guard(mutex_);
-    auto found = last_.find(id);
-    if (found != last_.end()) found->second = now;
+    std::unique_lock<std::mutex> lock(mutex_);
+    auto found = last_.find(id);
+    if (found == last_.end()) return;
+    lock.unlock();
+    int now = Now();
+    lock.lock();
+    found->second = now;
  }

 private:
  static int Now() { return 7; }
  std::mutex mutex_;
  std::map<int, int> last_;
};
int main(int argc, char** argv) {
  Sessions sessions;
  sessions.Open(1);
  bool drop = argc > 1 && std::string(argv[1]) == "drop";
  std::thread a([&] { sessions.Touch(1); });
  if (drop) sessions.Drop(1);
  a.join();
}
