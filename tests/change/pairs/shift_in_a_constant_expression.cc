//: what: a constant of a template is computed with another shift
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <array>
#include <mutex>
#include <thread>
template <int Bits>
struct Table {
-  static constexpr unsigned kMask = (1u << Bits) - 1;
+  static constexpr unsigned kMask = (1u << (Bits - 1)) - 1;
  std::array<std::mutex, 1u << Bits> locks;
  std::array<int, 8> values{};
  void Add(unsigned key) {
    std::lock_guard<std::mutex> held(locks[(key >> 1) & kMask]);
    ++values[key % 8];
  }
  int Get(unsigned key) {
    std::lock_guard<std::mutex> held(locks[(key >> 1) & 3]);
    return values[key % 8];
  }
};
int main() {
  static Table<2> table;
  std::thread other([] { table.Add(5); });
  table.Get(5);
  other.join();
}
