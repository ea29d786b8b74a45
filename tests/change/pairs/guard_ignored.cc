//: what: a guard is given to std::ignore, which keeps nothing
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <tuple>
std::mutex mutex;
int n;
void Work() {
-  auto guard = std::unique_lock<std::mutex>(mutex);
+  std::ignore = std::unique_lock<std::mutex>(mutex);
  ++n;
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
