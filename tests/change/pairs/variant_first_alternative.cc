//: what: the alternatives of a variant have another order, and the default one takes no lock
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <variant>
static std::mutex mutex;
static int total;
struct Locked {
  void Add() {
    std::lock_guard<std::mutex> held(mutex);
    ++total;
  }
};
struct Free {
  void Add() { ++total; }
};
-using Way = std::variant<Locked, Free>;
+using Way = std::variant<Free, Locked>;
static void Work() {
  Way way;
  std::visit([](auto& w) { w.Add(); }, way);
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
