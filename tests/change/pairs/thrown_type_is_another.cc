//: what: another class is thrown, which the handler that locks does not catch
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <cassert>
#include <mutex>
#include <thread>
struct Busy {};
struct Full {};
static std::mutex lock;
static int lost;
static void Fail() {
-  throw Busy();
+  throw Full();
}
static void Try() {
  try {
    Fail();
  } catch (const Busy&) {
    std::lock_guard<std::mutex> held(lock);
    ++lost;
  } catch (const Full&) {
    ++lost;
  }
}
int main() {
  std::thread other(Try);
  Try();
  other.join();
}
