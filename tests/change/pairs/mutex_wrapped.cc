//: what: std::mutex becomes a class of one's own around it
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>
-using Mutex = std::mutex;
+class Mutex {
+ public:
+  void lock() { m_.lock(); }
+  void unlock() { m_.unlock(); }
+
+ private:
+  std::mutex m_;
+};
static Mutex m;
static int n;
static void Add() {
  std::lock_guard<Mutex> held(m);
  ++n;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return n != 2;
}
