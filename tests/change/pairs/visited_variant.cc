//: what: a variant holds the other alternative
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <variant>
int total;
struct Safe {
  std::mutex* mutex;
  void Add() {
    std::lock_guard<std::mutex> held(*mutex);
    ++total;
  }
};
struct Fast {
  void Add() { ++total; }
};
std::mutex m;
-std::variant<Safe, Fast> way = Safe{&m};
+std::variant<Safe, Fast> way = Fast{};
void Add() {
  std::visit([](auto& w) { w.Add(); }, way);
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
