//: what: expired entries of a set are collected without the lock and erased under it
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <set>
#include <thread>
#include <vector>
class Leases {
 public:
  void Add(int until) {
    std::lock_guard<std::mutex> guard(mutex_);
    leases_.insert(until);
  }
  void Expire(int now) {
-    std::lock_guard<std::mutex> guard(mutex_);
-    leases_.erase(leases_.begin(), leases_.lower_bound(now));
+    std::vector<int> gone;
+    for (int until : leases_)
+      if (until < now) gone.push_back(until);
+    std::lock_guard<std::mutex> guard(mutex_);
+    for (int until : gone) leases_.erase(until);
  }

 private:
  std::mutex mutex_;
  std::set<int> leases_;
};
int main() {
  Leases leases;
  leases.Add(1);
  std::thread a([&] { leases.Add(2); });
  leases.Expire(2);
  a.join();
}
