//: what: the last reference is dropped without an order
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <thread>
struct Node {
  std::atomic<int> refs{2};
  int value = 0;
};
void Drop(Node* node) {
  node->value += 0;
-  if (node->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node;
+  if (node->refs.fetch_sub(1, std::memory_order_relaxed) == 1) delete node;
}
void Use(Node* node, int n) {
  if (n == 1) node->value = n;
  Drop(node);
}
int main() {
  auto* node = new Node;
  std::thread a([node] { if (node->refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node; });
  Use(node, 1);
  a.join();
}
