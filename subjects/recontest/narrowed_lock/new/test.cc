// A cache that counts its hits. The change moved the counting out of the lock, to hold the lock for less time.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Cache {
 public:
  void Put(const std::string& key, int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    values_[key] = value;
  }
  int Get(const std::string& key) {
    std::unique_lock<std::mutex> guard(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return -1;
    const int value = found->second;
    guard.unlock();
    ++hits_;
    return value;
  }
  int hits() const { return hits_; }

 private:
  std::mutex mutex_;
  std::map<std::string, int> values_;
  int hits_ = 0;
};

int main() {
  Cache cache;
  cache.Put("a", 1);
  std::thread first([&] { assert(cache.Get("a") == 1); });
  std::thread second([&] { assert(cache.Get("a") == 1); });
  first.join();
  second.join();
  assert(cache.hits() == 2);
}
