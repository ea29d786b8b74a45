//: what: a flag of the build: no lock
//: impact: changed
//: tests: put get stats session async
//: chosen: stats
//: unchosen: put get session async
//: args: stats
//: slow: yes
//: fault: race
//: found: yes
//: new-flags: -DSTATS_LOCKED=0
//: units: stats.cc
#include <cassert>
#include <cstring>
#include <future>
#include <thread>
#include "cache.h"
#include "stats.h"

static void TestPut() {
  Cache<int, Strict> cache(2);
  std::thread a([&] { cache.Put(1, 10); });
  std::thread b([&] { cache.Put(2, 20); });
  a.join();
  b.join();
  assert(cache.Size() == 2);
}
static void TestGet() {
  Cache<int, Strict> cache(2);
  cache.Put(1, 10);
  std::thread a([&] { cache.Put(1, 11); });
  int seen = cache.Get(1).value_or(0);
  assert(seen == 10 || seen == 11);
  a.join();
}
static void TestStats() {
  std::thread a([] { Stats::Get().Add("a", 1); });
  std::thread b([] { Stats::Get().Add("b", 2); });
  a.join();
  b.join();
  assert(Stats::Get().Sum() == 3);
}
static void TestSession() {
  auto session = Session::Open("x");
  std::thread a([session] { session->Touch(); });
  session->Close();
  session.reset();
  a.join();
}
static void TestAsync() {
  Cache<long, Relaxed> cache(4);
  auto f = std::async(std::launch::async, [&] { return cache.Fill(3); });
  int n = cache.Fill(2);
  assert(n + f.get() == 5);
}
int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "put";
  if (!std::strcmp(name, "put")) TestPut();
  if (!std::strcmp(name, "get")) TestGet();
  if (!std::strcmp(name, "stats")) TestStats();
  if (!std::strcmp(name, "session")) TestSession();
  if (!std::strcmp(name, "async")) TestAsync();
}
//: file: cache.h
#pragma once
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>
#include "options.h"
#include "stats.h"

struct Strict {
  static constexpr bool kLocked = true;
  static constexpr int kShards = 1;
};
struct Relaxed : Strict {
  static constexpr int kShards = 2;
};

template <class P>
class Guard {
 public:
  explicit Guard(std::mutex& m) : m_(&m) {
    if constexpr (P::kLocked) m_->lock();
  }
  Guard(Guard&& other) noexcept : m_(other.m_) { other.m_ = nullptr; }
  ~Guard() {
    if constexpr (P::kLocked)
      if (m_) m_->unlock();
  }

 private:
  std::mutex* m_;
};

template <class V, class P>
class Cache {
 public:
  explicit Cache(std::size_t room) : room_(room) {}
  void Put(int key, V value) {
    auto held = Lock(key);
    Shard& shard = shards_[key % P::kShards];
    shard.values[key] = value;
    shard.order.push_front(key);
    if (shard.order.size() > room_) Evict(shard);
    if (kCountPuts) ++shard.puts;
  }
  std::optional<V> Get(int key) {
    auto held = Lock(key);
    Shard& shard = shards_[key % P::kShards];
    auto found = shard.values.find(key);
    if (found == shard.values.end()) return std::nullopt;
    return found->second;
  }
  int Fill(int n) {
    for (int i = 0; i < n; ++i) Put(i, V(i));
    return n;
  }
  std::size_t Size() {
    std::size_t sum = 0;
    for (int i = 0; i < P::kShards; ++i) {
      auto held = Lock(i);
      sum += shards_[i].values.size();
    }
    return sum;
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::unordered_map<int, V> values;
    std::list<int> order;
    int puts = 0;
  };
  Guard<P> Lock(int key) { return Guard<P>(shards_[key % P::kShards].mutex); }
  void Evict(Shard& shard) {
    shard.values.erase(shard.order.back());
    shard.order.pop_back();
  }
  const std::size_t room_;
  Shard shards_[P::kShards];
};
//: file: options.h
#pragma once
inline constexpr bool kCountPuts = true;
inline constexpr int kBuckets = 2;
#ifndef STATS_LOCKED
#define STATS_LOCKED 1
#endif
//: file: stats.h
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

class Stats {
 public:
  static Stats& Get();
  void Add(const std::string& name, int n);
  int Sum() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, int> values_;
};

class Session : public std::enable_shared_from_this<Session> {
 public:
  static std::shared_ptr<Session> Open(const std::string& name);
  virtual ~Session();
  void Touch();
  void Close();

 protected:
  explicit Session(std::string name) : name_(std::move(name)) {}
  virtual void OnTouch() { ++touches_; }
  std::mutex mutex_;
  std::string name_;
  int touches_ = 0;
  bool open_ = true;
};
//: file: stats.cc
#include "stats.h"
#include "options.h"

Stats& Stats::Get() {
  static Stats stats;
  return stats;
}
void Stats::Add(const std::string& name, int n) {
#if STATS_LOCKED
  std::lock_guard<std::mutex> held(mutex_);
#endif
  values_[name] += n;
}
int Stats::Sum() const {
  std::lock_guard<std::mutex> held(mutex_);
  int sum = 0;
  for (const auto& [name, n] : values_) sum += n;
  return sum;
}

namespace {
class Logged final : public Session {
 public:
  using Session::Session;
  static std::shared_ptr<Session> Make(const std::string& name) {
    struct Public : Session {
      explicit Public(const std::string& n) : Session(n) {}
    };
    return std::make_shared<Public>(name);
  }
};
}  // namespace

std::shared_ptr<Session> Session::Open(const std::string& name) { return Logged::Make(name); }
Session::~Session() = default;
void Session::Touch() {
  auto self = shared_from_this();
  std::lock_guard<std::mutex> held(mutex_);
  if (open_) OnTouch();
}
void Session::Close() {
  std::lock_guard<std::mutex> held(mutex_);
  open_ = false;
  name_.clear();
}
