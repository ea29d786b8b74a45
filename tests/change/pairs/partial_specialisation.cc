//: what: a partial specialisation for pointers does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
template <class T>
struct Adder {
  static void Add(T n) {
    std::lock_guard<std::mutex> held(m);
    total += *n;
  }
};
+template <class T>
+struct Adder<T*> {
+  static void Add(T* n) { total += *n; }
+};
static int one = 1;
int main() {
  std::thread a([] { Adder<int*>::Add(&one); }), b([] { Adder<int*>::Add(&one); });
  a.join();
  b.join();
  return total == 0;
}
