//: what: a class goes, and another one of the same fields that was there stands where it stood
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Plain {
  std::mutex mutex;
  int n = 0;
  void Add() { ++n; }
};
-struct Locked {
-  std::mutex mutex;
-  int n = 0;
-  void Add() {
-    std::lock_guard<std::mutex> guard(mutex);
-    ++n;
-  }
-};
Plain own;
-Locked shared;
+Plain shared;
int main() {
  own.Add();
  std::thread a([] { shared.Add(); }), b([] { shared.Add(); });
  a.join();
  b.join();
}
