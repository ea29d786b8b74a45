//: what: types of members and locals get names
//: impact: same
//: tests: get forget room counters size
//: fault: none
//: slow: yes
#include <array>
#include <atomic>
#include <cassert>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

// A cache of strings in shards, each with a lock of its own.
struct Entry {
  std::string key;
  std::string value;
  int uses = 0;
};

class Counters {
 public:
  void Hit() { hits_.fetch_add(1, std::memory_order_relaxed); }
  void Miss() { misses_.fetch_add(1, std::memory_order_relaxed); }
  int Hits() const { return hits_.load(std::memory_order_relaxed); }
  int Misses() const { return misses_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> hits_{0};
  std::atomic<int> misses_{0};
};

class Shard {
 public:
  bool Find(const std::string& key, std::string* value) {
    std::lock_guard<std::mutex> held(mutex_);
    auto it = index_.find(key);
    if (it == index_.end()) return false;
    order_.splice(order_.begin(), order_, it->second);
    ++it->second->uses;
    *value = it->second->value;
    return true;
  }
  void Insert(const std::string& key, const std::string& value, size_t room) {
    std::lock_guard<std::mutex> held(mutex_);
    auto it = index_.find(key);
    if (it != index_.end()) {
      it->second->value = value;
      return;
    }
    order_.push_front(Entry{key, value, 0});
    index_[key] = order_.begin();
    while (order_.size() > room) DropLast();
  }
  bool Erase(const std::string& key) {
    std::lock_guard<std::mutex> held(mutex_);
    auto it = index_.find(key);
    if (it == index_.end()) return false;
    order_.erase(it->second);
    index_.erase(it);
    return true;
  }
  size_t Size() const {
    std::lock_guard<std::mutex> held(mutex_);
    return order_.size();
  }

 private:
+  using Order = std::list<Entry>;
+  using Index = std::unordered_map<std::string, Order::iterator>;
+
  void DropLast() {
    index_.erase(order_.back().key);
    order_.pop_back();
  }

  mutable std::mutex mutex_;
-  std::list<Entry> order_;
-  std::unordered_map<std::string, std::list<Entry>::iterator> index_;
+  Order order_;
+  Index index_;
};

class Settings {
 public:
  size_t Room() const {
    std::shared_lock<std::shared_mutex> held(mutex_);
    return room_;
  }
  void SetRoom(size_t room) {
    std::unique_lock<std::shared_mutex> held(mutex_);
    room_ = room;
  }

 private:
  mutable std::shared_mutex mutex_;
  size_t room_ = 2;
};

class Cache {
 public:
  static constexpr size_t kShards = 4;
  std::string Get(const std::string& key, const std::function<std::string()>& load) {
    std::string value;
    Shard& shard = Of(key);
    if (shard.Find(key, &value)) {
      counters_.Hit();
      return value;
    }
    counters_.Miss();
    value = load();
    shard.Insert(key, value, settings_.Room());
    return value;
  }
  bool Forget(const std::string& key) { return Of(key).Erase(key); }
  size_t Size() const {
    size_t sum = 0;
    for (const Shard& shard : shards_) sum += shard.Size();
    return sum;
  }
  Settings& settings() { return settings_; }
  const Counters& counters() const { return counters_; }

 private:
  Shard& Of(const std::string& key) { return shards_[key.size() % kShards]; }

  std::array<Shard, kShards> shards_;
  Settings settings_;
  Counters counters_;
};

static void TestGet() {
  Cache cache;
  std::thread other([&] {
    cache.Get("a", [] { return "1"; });
    cache.Get("a", [] { return "1"; });
  });
  cache.Get("b", [] { return "2"; });
  cache.Get("a", [] { return "3"; });
  other.join();
  assert(cache.Size() == 2);
}
static void TestForget() {
  Cache cache;
  std::thread other([&] { cache.Forget("a"); });
  cache.Forget("b");
  other.join();
}
static void TestRoom() {
  Cache cache;
  std::thread other([&] { cache.settings().SetRoom(3); });
  size_t room = cache.settings().Room();
  other.join();
  assert(room == 2 || room == 3);
}
static void TestCounters() {
  Counters counters;
  std::thread other([&] { counters.Hit(); });
  counters.Hit();
  counters.Miss();
  other.join();
  assert(counters.Hits() == 2);
}
static void TestSize() {
  Cache cache;
  std::thread other([&] { cache.Size(); });
  cache.Get("abc", [] { return "1"; });
  other.join();
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "get";
  if (test == "get") TestGet();
  if (test == "forget") TestForget();
  if (test == "room") TestRoom();
  if (test == "counters") TestCounters();
  if (test == "size") TestSize();
}
