//: what: counting reads the list relaxed
//: impact: changed
//: tests: publish writers meters tables
//: unchosen: meters tables publish
//: args: writers
//: fault: none
//: slow: yes
#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

// Readings of a sensor: written by one thread, read by others without a lock.
struct Reading {
  int value = 0;
  int checksum = 0;
};

constexpr std::memory_order kPublish = std::memory_order_release;
constexpr std::memory_order kObserve = std::memory_order_acquire;

class Spin {
 public:
  void lock() {
    while (busy_.exchange(true, std::memory_order_acquire))
      while (busy_.load(std::memory_order_relaxed)) std::this_thread::yield();
  }
  void unlock() { busy_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> busy_{false};
};

class SpinGuard {
 public:
  explicit SpinGuard(Spin& spin) : spin_(spin) { spin_.lock(); }
  ~SpinGuard() { spin_.unlock(); }
  SpinGuard(const SpinGuard&) = delete;

 private:
  Spin& spin_;
};

// The last reading, published by its pointer; old ones are kept in a list.
class Gauge {
 public:
  ~Gauge() {
    for (Node* node = newest_.load(); node;) {
      Node* older = node->older;
      delete node;
      node = older;
    }
  }
  void Publish(int value) {
    Node* node = new Node;
    node->reading.value = value;
    node->reading.checksum = -value;
    Node* expected = newest_.load(std::memory_order_relaxed);
    do {
      node->older = expected;
    } while (!newest_.compare_exchange_weak(expected, node, kPublish, std::memory_order_relaxed));
  }
  int Last() const {
    const Node* node = newest_.load(kObserve);
    if (!node) return 0;
    assert(node->reading.value == -node->reading.checksum);
    return node->reading.value;
  }
  int Count() const {
    int count = 0;
-    for (const Node* node = newest_.load(kObserve); node; node = node->older) ++count;
+    for (const Node* node = newest_.load(std::memory_order_relaxed); node; node = node->older) ++count;
    return count;
  }

 private:
  struct Node {
    Reading reading;
    Node* older = nullptr;
  };
  std::atomic<Node*> newest_{nullptr};
};

// Counts that saturate, and the greatest value seen.
class Meter {
 public:
  bool Add(int limit) {
    int seen = count_.load(std::memory_order_relaxed);
    while (seen < limit) {
      if (count_.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed)) return true;
    }
    return false;
  }
  void Raise(int value) {
    SpinGuard held(spin_);
    if (value > greatest_) greatest_ = value;
  }
  int Greatest() {
    SpinGuard held(spin_);
    return greatest_;
  }
  int Count() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> count_{0};
  Spin spin_;
  int greatest_ = 0;
};

// A table that is built when somebody needs it.
class Table {
 public:
  const std::vector<int>& Get() {
    const std::vector<int>* table = ready_.load(std::memory_order_acquire);
    if (table) return *table;
    SpinGuard held(spin_);
    table = ready_.load(std::memory_order_relaxed);
    if (!table) {
      rows_ = {1, 2, 3};
      ready_.store(&rows_, std::memory_order_release);
      table = &rows_;
    }
    return *table;
  }

 private:
  Spin spin_;
  std::vector<int> rows_;
  std::atomic<const std::vector<int>*> ready_{nullptr};
};

static void Publish() {
  Gauge gauge;
  std::thread writer([&] { gauge.Publish(7); });
  int last = gauge.Last();
  writer.join();
  assert(last == 0 || last == 7);
}
static void Writers() {
  Gauge gauge;
  std::thread a([&] { gauge.Publish(1); });
  std::thread b([&] { gauge.Publish(2); });
  a.join();
  b.join();
  assert(gauge.Count() == 2);
}
static void Meters() {
  Meter meter;
  int added = 0;
  std::thread other([&] {
    meter.Add(1);
    meter.Raise(3);
  });
  added = meter.Add(1);
  meter.Raise(5);
  other.join();
  assert(meter.Greatest() == 5 && meter.Count() == 1);
  (void)added;
}
static void Tables() {
  Table table;
  std::thread other([&] { assert(table.Get().size() == 3); });
  assert(table.Get()[0] == 1);
  other.join();
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "publish";
  if (test == "publish") Publish();
  if (test == "writers") Writers();
  if (test == "meters") Meters();
  if (test == "tables") Tables();
}
