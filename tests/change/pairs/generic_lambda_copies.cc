//: what: a generic lambda takes the lock by value of its wrapper, a copy with a lock of its own
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <memory>
#include <mutex>
#include <thread>
struct Lock {
  std::unique_ptr<std::mutex> m = std::make_unique<std::mutex>();
  Lock() = default;
  Lock(const Lock&) : Lock() {}
};
static Lock all;
static int total;
-static auto add = [](auto& lock) {
+static auto add = [](auto lock) {
  std::lock_guard<std::mutex> held(*lock.m);
  ++total;
};
int main() {
  std::thread a([] { add(all); }), b([] { add(all); });
  a.join();
  b.join();
  return total == 0;
}
