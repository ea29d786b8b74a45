//: what: the fence comes before the load it belongs to
//: impact: changed
//: tests: ring lazy gate counter spin
//: chosen: gate
//: unchosen: ring lazy counter spin
//: args: gate
//: slow: yes
//: fault: race
//: found: yes
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>

// Small lock-free structures of a tracing library.
template <class T, unsigned N>
class Ring {
 public:
  bool Push(const T& value) {
    unsigned tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == N) return false;
    slots_[tail % N] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  bool Pop(T* out) {
    unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    *out = slots_[head % N];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  T slots_[N] = {};
  std::atomic<unsigned> head_{0}, tail_{0};
};

struct Event {
  std::uint32_t id;
  std::uint32_t payload;
};

class Spin {
 public:
  void lock() {
    while (flag_.exchange(1, std::memory_order_acquire) != 0) std::this_thread::yield();
  }
  void unlock() { flag_.store(0, std::memory_order_release); }

 private:
  std::atomic<int> flag_{0};
};

class Lazy {
 public:
  Event* Get() {
    Event* seen = event_.load(std::memory_order_acquire);
    if (seen) return seen;
    auto made = std::make_unique<Event>(Event{7, 8});
    if (event_.compare_exchange_strong(seen, made.get(), std::memory_order_acq_rel, std::memory_order_acquire)) return made.release();
    return seen;
  }
  ~Lazy() { delete event_.load(); }

 private:
  std::atomic<Event*> event_{nullptr};
};

class Gate {
 public:
  void Open() {
    value_ = 5;
    std::atomic_thread_fence(std::memory_order_release);
    open_.store(true, std::memory_order_relaxed);
  }
  int Read() {
+    std::atomic_thread_fence(std::memory_order_acquire);
    if (!open_.load(std::memory_order_relaxed)) return 0;
-    std::atomic_thread_fence(std::memory_order_acquire);
    return value_;
  }

 private:
  int value_ = 0;
  std::atomic<bool> open_{false};
};

class Counter {
 public:
  void Add(int n) {
    int old = sum_.load();
    while (!sum_.compare_exchange_weak(old, old + n)) {
    }
  }
  int Sum() const { return sum_.load(); }

 private:
  std::atomic<int> sum_{0};
};

struct Guarded {
  Spin spin;
  int a = 0, b = 0;
  void Move(int n) {
    spin.lock();
    a -= n;
    b += n;
    spin.unlock();
  }
  int Both() {
    spin.lock();
    int sum = a + b;
    spin.unlock();
    return sum;
  }
};

static void TestRing() {
  Ring<Event, 2> ring;
  std::thread writer([&] {
    ring.Push({1, 10});
    ring.Push({2, 20});
  });
  Event e{};
  if (ring.Pop(&e)) assert(e.payload == e.id * 10);
  writer.join();
}
static void TestLazy() {
  Lazy lazy;
  std::thread a([&] { assert(lazy.Get()->payload == 8); });
  assert(lazy.Get()->id == 7);
  a.join();
}
static void TestGate() {
  Gate gate;
  std::thread a([&] { gate.Open(); });
  int seen = gate.Read();
  assert(seen == 0 || seen == 5);
  a.join();
}
static void TestCounter() {
  Counter counter;
  std::thread a([&] { counter.Add(1); });
  counter.Add(2);
  a.join();
  assert(counter.Sum() == 3);
}
static void TestSpin() {
  Guarded g;
  std::thread a([&] { g.Move(3); });
  assert(g.Both() == 0);
  a.join();
}
int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "ring";
  if (!std::strcmp(name, "ring")) TestRing();
  if (!std::strcmp(name, "lazy")) TestLazy();
  if (!std::strcmp(name, "gate")) TestGate();
  if (!std::strcmp(name, "counter")) TestCounter();
  if (!std::strcmp(name, "spin")) TestSpin();
}
