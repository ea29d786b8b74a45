//: what: using declarations and an alias of a namespace instead of full names
//: impact: same
//: fault: none
#include <chrono>
#include <mutex>
#include <thread>
+using std::lock_guard;
+namespace chrono = std::chrono;
std::mutex m;
int total;
-typedef std::lock_guard<std::mutex> Guard;
+using Guard = lock_guard<std::mutex>;
void Add() {
  Guard held(m);
  ++total;
-  std::this_thread::sleep_for(std::chrono::milliseconds(1));
+  std::this_thread::sleep_for(chrono::milliseconds(1));
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
