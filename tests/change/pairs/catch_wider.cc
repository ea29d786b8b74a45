//: what: a handler catches more, and counts without the lock what ended the thread before
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <stdexcept>
#include <thread>
static std::mutex mutex;
static int errors;
static void Try(int n) {
  try {
    if (n == 1) throw std::logic_error("odd");
    std::lock_guard<std::mutex> held(mutex);
    ++errors;
-  } catch (const std::runtime_error&) {
+  } catch (const std::exception&) {
    ++errors;
  }
}
int main() {
  std::thread a([] {
    try {
      Try(1);
    } catch (...) {
    }
  });
  std::thread b(Try, 2);
  a.join();
  b.join();
  return errors > 2;
}
