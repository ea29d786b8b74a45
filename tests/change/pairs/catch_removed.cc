//: what: an exception that only one order of threads throws is not caught any more
//: impact: changed
//: fault: any
//: found: yes
#include <mutex>
#include <stdexcept>
#include <thread>
std::mutex m;
int stock = 1;
void Take() {
  std::lock_guard<std::mutex> held(m);
  if (stock == 0) throw std::runtime_error("empty");
  --stock;
}
void Safe() {
  try {
    Take();
  } catch (const std::exception&) {
  }
}
void Refill() {
  std::lock_guard<std::mutex> held(m);
  ++stock;
}
int main() {
  Take();
-  std::thread a(Refill), b(Safe);
+  std::thread a(Refill), b(Take);
  a.join();
  b.join();
}
