//: what: a lazily made singleton is read with a relaxed load
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>
class Metrics {
 public:
  static Metrics& Get() {
-    Metrics* p = instance_.load(std::memory_order_acquire);
+    Metrics* p = instance_.load(std::memory_order_relaxed);
    if (!p) {
      std::lock_guard<std::mutex> guard(mutex_);
      p = instance_.load(std::memory_order_relaxed);
      if (!p) {
        p = new Metrics;
        instance_.store(p, std::memory_order_release);
      }
    }
    return *p;
  }
  int first() const { return values_[0]; }

 private:
  Metrics() : values_(3, 1) {}
  std::vector<int> values_;
  static std::atomic<Metrics*> instance_;
  static std::mutex mutex_;
};
std::atomic<Metrics*> Metrics::instance_;
std::mutex Metrics::mutex_;
int main() {
  std::thread a([] { Metrics::Get().first(); });
  std::thread b([] { Metrics::Get().first(); });
  a.join();
  b.join();
}
