//: what: a flag under a lock is atomic as well
//: slow: yes
//: impact: changed
//: fault: none
#include <atomic>
#include <mutex>
#include <thread>
static std::mutex m;
-static bool closed;
+static std::atomic<bool> closed;
static int rounds;
static void Close() {
  std::lock_guard<std::mutex> held(m);
  closed = true;
}
static void Round() {
  std::lock_guard<std::mutex> held(m);
  if (!closed) ++rounds;
}
int main() {
  std::thread a(Close), b(Round);
  a.join();
  b.join();
  return rounds > 1;
}
