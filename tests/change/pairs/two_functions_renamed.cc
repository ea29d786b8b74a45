//: what: a function and the one that calls it are renamed together
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
std::mutex m;
int total;
-void Bump() {
+void Increment() {
  std::lock_guard<std::mutex> held(m);
  ++total;
}
-void Work() { Bump(); }
-int main() {
-  std::thread a(Work), b(Work);
+void Run() { Increment(); }
+int main() {
+  std::thread a(Run), b(Run);
  a.join();
  b.join();
}
