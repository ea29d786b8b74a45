//: what: what call_once runs throws the first time: it runs again, after a part of it was seen
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <stdexcept>
#include <thread>
static std::once_flag flag;
static int tries, seen;
static void Setup() {
  ++tries;
+  if (tries == 1) throw std::runtime_error("not yet");
}
static void Use() {
  try {
    std::call_once(flag, Setup);
  } catch (const std::runtime_error&) {
    ++seen;
  }
  (void)*(volatile int*)&tries;
}
int main() {
  std::thread a(Use), b(Use);
  a.join();
  b.join();
  return seen > 1;
}
