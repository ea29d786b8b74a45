//: what: an external function that nobody calls
//: impact: changed
//: select: no
//: fault: none
#include <mutex>
#include <thread>

std::mutex m;
int n;
void Count() {
  std::lock_guard<std::mutex> guard(m);
  ++n;
}
+void Uncount() {
+  --n;
+}
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
