//: what: a list walker lets go of a node before it holds the next
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>

struct Node {
  std::mutex m;
  int value;
  Node* next;
};
Node last{{}, 3, nullptr}, middle{{}, 2, &last}, head{{}, 1, &middle};

int Sum() {
  int sum = 0;
  Node* n = &head;
  n->m.lock();
  for (;;) {
    sum += n->value;
-    Node* next = n->next;
-    if (next) next->m.lock();
-    n->m.unlock();
+    n->m.unlock();
+    Node* next = n->next;
+    if (next) next->m.lock();
    if (!next) return sum;
    n = next;
  }
}
void CutAfter(Node& n) {
  std::lock_guard<std::mutex> guard(n.m);
  n.next = nullptr;
}
int total;
int main() {
  std::thread a([] { total = Sum(); });
  std::thread b([] { CutAfter(middle); });
  a.join();
  b.join();
}
