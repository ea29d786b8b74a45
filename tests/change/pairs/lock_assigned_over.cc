//: what: a lock object is assigned another lock, which gives the first one back
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex first, second;
static int one, two;
static void Work() {
  std::unique_lock<std::mutex> held(first);
  ++one;
-  std::unique_lock<std::mutex> also(second);
+  held = std::unique_lock<std::mutex>(second);
  ++two;
  ++one;
}
int main() {
  std::thread a(Work), b([] {
    std::lock_guard<std::mutex> held(first);
    ++one;
  });
  a.join();
  b.join();
}
