//: what: another unit defines the function that a weak one stood for
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: hook.cc
#include <mutex>
#include <thread>
extern int total;
extern std::mutex m;
__attribute__((weak)) void Hook() {
  std::lock_guard<std::mutex> held(m);
  ++total;
}
std::mutex m;
int total;
int main() {
  std::thread a(Hook), b(Hook);
  a.join();
  b.join();
}
//: file: hook.cc
extern int total;
int hook_unit;
+void Hook() { ++total; }
