//: what: the lock of the other object is taken
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Node {
  std::mutex mutex;
  Node* next = nullptr;
  int value = 0;
  void Add() {
-    std::lock_guard<std::mutex> held(mutex);
+    std::lock_guard<std::mutex> held(next->mutex);
    ++value;
  }
};
Node x, y;
int main() {
  x.next = &y;
  y.next = &x;
  std::thread a([] { x.Add(); }), b([] {
    std::lock_guard<std::mutex> held(x.mutex);
    ++x.value;
  });
  a.join();
  b.join();
}
