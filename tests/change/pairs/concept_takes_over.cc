//: what: a more constrained overload takes the calls over
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <concepts>
#include <mutex>
#include <thread>
std::mutex m;
template <class T>
void Add(T& value) {
  std::lock_guard<std::mutex> held(m);
  value += 1;
}
+template <std::integral T>
+void Add(T& value) {
+  value += 1;
+}
int total;
void Work() { Add(total); }
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
