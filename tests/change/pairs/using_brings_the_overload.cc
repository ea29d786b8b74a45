//: what: a using-declaration brings the base's overload, which is the better one and does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
struct Base {
  void Add(int n) { total += n; }
};
struct Derived : Base {
+  using Base::Add;
  void Add(long n) {
    std::lock_guard<std::mutex> held(m);
    total += n;
  }
};
static Derived counter;
int main() {
  std::thread a([] { counter.Add(1); }), b([] { counter.Add(2); });
  a.join();
  b.join();
  return total == 0;
}
