//: what: an enumeration has a narrower type
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include <mutex>
#include <thread>
-enum Slot : int {};
+enum Slot : unsigned char {};
static std::mutex low, high;
static int value;
static Slot slot;
static std::mutex& Of(Slot s) { return s > 255 ? high : low; }
static void Add() {
  std::lock_guard<std::mutex> held(Of(slot));
  ++value;
}
static void AddHigh() {
  std::lock_guard<std::mutex> held(high);
  ++value;
}
int main(int argc, char**) {
  slot = static_cast<Slot>(argc + 255);
  std::thread a(Add), b(AddHigh);
  a.join();
  b.join();
}
