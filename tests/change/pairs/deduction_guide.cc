//: what: a deduction guide picks a guard that does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
struct Real {
  static void Take(std::mutex& m) { m.lock(); }
  static void Leave(std::mutex& m) { m.unlock(); }
};
struct None {
  static void Take(std::mutex&) {}
  static void Leave(std::mutex&) {}
};
template <typename How>
struct Guard {
  explicit Guard(std::mutex& mutex) : mutex(mutex) { How::Take(mutex); }
  ~Guard() { How::Leave(mutex); }
  std::mutex& mutex;
};
-Guard(std::mutex&) -> Guard<Real>;
+Guard(std::mutex&) -> Guard<None>;
template struct Guard<Real>;
template struct Guard<None>;
std::mutex m;
int n;
void Count() {
  Guard guard(m);
  ++n;
}
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
