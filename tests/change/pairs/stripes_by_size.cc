//: what: the stripe of a key is chosen by the number of entries, which grows
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <array>
#include <atomic>
#include <mutex>
#include <thread>
class Table {
 public:
  void Set(unsigned key, int value) {
    std::lock_guard<std::mutex> guard(stripes_[StripeOf(key)]);
    ++size_;
    slots_[key % slots_.size()] = value;
  }

 private:
-  size_t StripeOf(unsigned key) const { return key % stripes_.size(); }
+  size_t StripeOf(unsigned key) const { return (key + size_.load()) % stripes_.size(); }
  std::array<std::mutex, 4> stripes_;
  std::array<int, 16> slots_{};
  std::atomic<size_t> size_{0};
};
int main() {
  Table table;
  std::thread a([&] { table.Set(3, 1); }), b([&] { table.Set(3, 2); });
  a.join();
  b.join();
}
