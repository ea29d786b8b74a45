//: what: another inline namespace is the default
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include <mutex>
#include <thread>
static std::mutex mutex;
static int value;
namespace api {
-inline namespace v1 {
+namespace v1 {
inline void Add() {
  std::lock_guard<std::mutex> held(mutex);
  ++value;
}
}
-namespace v2 {
+inline namespace v2 {
inline void Add() { ++value; }
}
}
int main() {
  std::thread a([] { api::Add(); }), b([] { api::Add(); });
  a.join();
  b.join();
}
