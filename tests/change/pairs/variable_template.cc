//: what: a variable template is specialised for the type that is used
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
template <class T>
constexpr bool guarded = true;
+template <>
+constexpr bool guarded<int> = false;
std::mutex m;
template <class T>
struct Sum {
  T value{};
  void Add() {
    if (guarded<T>) m.lock();
    ++value;
    if (guarded<T>) m.unlock();
  }
};
Sum<int> sum;
int main() {
  std::thread a([] { sum.Add(); }), b([] { sum.Add(); });
  a.join();
  b.join();
}
