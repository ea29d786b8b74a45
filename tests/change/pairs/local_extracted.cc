//: what: an expression gets a name: a local that is used once
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>
std::mutex m;
int total;
void Add(int n) {
  std::lock_guard<std::mutex> held(m);
-  if (n * 2 > 3) total += n;
+  const bool large = n * 2 > 3;
+  if (large) total += n;
}
int main() {
  std::thread a(Add, 1), b(Add, 2);
  a.join();
  b.join();
}
