//: what: the cache evicts behind the unlock "to keep the critical section short"
//: impact: changed
//: tests: get put clear
//: select: put
//: args: put
//: fault: any
//: found: yes
//: slow: yes
#include <cstring>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
class LruCache {
 public:
  explicit LruCache(size_t capacity) : capacity_(capacity) {}
  bool Get(int key, std::string* out) {
    std::lock_guard<std::mutex> guard(mutex_);
    auto found = index_.find(key);
    if (found == index_.end()) return false;
    *out = found->second->second;
    return true;
  }
  void Put(int key, std::string value) {
    std::unique_lock<std::mutex> lock(mutex_);
    auto found = index_.find(key);
    if (found != index_.end()) {
      entries_.erase(found->second);
      index_.erase(found);
    }
    entries_.emplace_front(key, std::move(value));
    index_[key] = entries_.begin();
-    Evict();
+    lock.unlock();
+    Evict();
  }
  void Clear() {
    std::lock_guard<std::mutex> guard(mutex_);
    index_.clear();
    entries_.clear();
  }

 private:
  void Evict() {
    while (entries_.size() > capacity_) {
      index_.erase(entries_.back().first);
      entries_.pop_back();
    }
  }
  const size_t capacity_;
  std::mutex mutex_;
  std::list<std::pair<int, std::string>> entries_;
  std::unordered_map<int, std::list<std::pair<int, std::string>>::iterator> index_;
};
int main(int argc, char** argv) {
  LruCache cache(1);
  const char* test = argc > 1 ? argv[1] : "";
  auto run = [&](int n) {
    std::string text;
    if (!strcmp(test, "get")) cache.Get(n, &text);
    if (!strcmp(test, "put")) cache.Put(n, "x");
    if (!strcmp(test, "clear")) cache.Clear();
  };
  std::thread a(run, 1), b(run, 2);
  a.join();
  b.join();
}
