//: what: a function that throws in one order becomes noexcept
//: impact: changed
//: fault: any
//: found: yes
#include <mutex>
#include <stdexcept>
#include <thread>
std::mutex m;
int stock;
-void Take() {
+void Take() noexcept {
  std::lock_guard<std::mutex> held(m);
  if (stock == 0) throw std::runtime_error("empty");
  --stock;
}
int main() {
  std::thread a([] {
    std::lock_guard<std::mutex> held(m);
    ++stock;
  }), b([] {
    try {
      Take();
    } catch (const std::exception&) {
    }
  });
  a.join();
  b.join();
}
