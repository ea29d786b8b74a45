//: what: what is done under the lock becomes a private method "Locked", called under the lock
//: impact: changed
//: fault: none
//: slow: yes
#include <list>
#include <mutex>
#include <thread>
#include <unordered_map>
class Lru {
 public:
  void Put(int key, int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    auto found = index_.find(key);
    if (found != index_.end()) entries_.erase(found->second);
    entries_.emplace_front(key, value);
    index_[key] = entries_.begin();
-    while (entries_.size() > 1) {
-      index_.erase(entries_.back().first);
-      entries_.pop_back();
-    }
+    EvictLocked();
  }

 private:
+  void EvictLocked() {
+    while (entries_.size() > 1) {
+      index_.erase(entries_.back().first);
+      entries_.pop_back();
+    }
+  }
  std::mutex mutex_;
  std::list<std::pair<int, int>> entries_;
  std::unordered_map<int, std::list<std::pair<int, int>>::iterator> index_;
};
int main() {
  Lru lru;
  std::thread a([&] { lru.Put(1, 1); }), b([&] { lru.Put(2, 2); });
  a.join();
  b.join();
}
