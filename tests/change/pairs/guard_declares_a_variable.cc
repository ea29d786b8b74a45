//: what: parentheses make a declaration of a new variable out of the guard
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Box {
  std::mutex m;
  int value = 0;
  void Add() {
-    std::unique_lock<std::mutex> held(m);
+    std::unique_lock<std::mutex>(m);
    ++value;
  }
};
static Box box;
int main() {
  std::thread a([] { box.Add(); }), b([] { box.Add(); });
  a.join();
  b.join();
  return box.value == 0;
}
