//: what: a call picks another instantiation, whose static mutex is another
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
int total;
template <class T>
void Add(T step) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> held(mutex);
  total += static_cast<int>(step);
}
void First() { Add(1); }
void Second() {
-  Add(1);
+  Add(1L);
}
int main() {
  std::thread a(First), b(Second);
  a.join();
  b.join();
}
