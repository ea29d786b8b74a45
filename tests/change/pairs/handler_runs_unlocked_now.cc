//: what: what was an answer becomes an exception, and its handler writes without the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Refused {};
static std::mutex lock;
static int good, bad;
static void Ask(int n) {
+  if (n > 3) throw Refused();
  std::lock_guard<std::mutex> held(lock);
  if (n > 3) ++bad;
  else ++good;
}
static void Try(int n) {
  try {
    Ask(n);
  } catch (const Refused&) {
    ++bad;
  }
}
int main() {
  std::thread other(Try, 4);
  Try(5);
  other.join();
}
