//: what: a node of a lock-free stack is freed as soon as it is popped
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <thread>
struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> head;
std::atomic<Node*> retired;
void Push(std::atomic<Node*>& list, Node* node) {
  node->next = list.load();
  while (!list.compare_exchange_weak(node->next, node)) {
  }
}
void Pop() {
  Node* node = head.load();
  while (node && !head.compare_exchange_weak(node, node->next)) {
  }
-  if (node) Push(retired, node);
+  delete node;
}
int main() {
  Push(head, new Node{1, nullptr});
  Push(head, new Node{2, nullptr});
  std::thread a(Pop), b(Pop);
  a.join();
  b.join();
}
