//: what: the default argument of the base's function counts, although the derived one runs
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
struct Counter {
-  virtual void Add(bool locked = true) = 0;
+  virtual void Add(bool locked = false) = 0;
  virtual ~Counter() = default;
};
struct Own : Counter {
  void Add(bool locked = true) override {
    std::unique_lock<std::mutex> held(m, std::defer_lock);
    if (locked) held.lock();
    ++total;
  }
};
int main() {
  Own own;
  Counter& counter = own;
  std::thread a([&] { counter.Add(); }), b([&] { counter.Add(); });
  a.join();
  b.join();
  return total == 0;
}
