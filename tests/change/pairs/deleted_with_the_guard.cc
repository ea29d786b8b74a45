//: what: an object that frees itself holds its own lock while it does
//: slow: yes
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>
struct Node {
  std::mutex m;
  int refs = 2;
  void Drop() {
-    m.lock();
-    bool last = --refs == 0;
-    m.unlock();
-    if (last) delete this;
+    std::lock_guard<std::mutex> held(m);
+    if (--refs == 0) delete this;
  }
};
int main() {
  Node* n = new Node;
  std::thread a([n] { n->Drop(); }), b([n] { n->Drop(); });
  a.join();
  b.join();
}
