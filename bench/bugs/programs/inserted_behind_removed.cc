// shows: a list without locks: N nodes are put behind a node that is taken out at the same time, and one of them is lost
// set: once
// args: 1
// args: 4
#include "bug.h"

struct Node {
  std::atomic<Node*> next{nullptr};
};
Node head, middle, end_node;
Node added[16];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  head.next = &middle, middle.next = &end_node;
  RunAll(n + 1, [n](int i) {
    if (i == n) {  // takes the middle one out
      Node* next = middle.next.load();
      Node* expected = &middle;
      head.next.compare_exchange_strong(expected, next);
      return;
    }
    Node* before = head.next.load();  // behind the first one
    Node* next = before->next.load();
    do added[i].next = next;
    while (!before->next.compare_exchange_weak(next, &added[i]));
  });
  int found = 0;
  for (Node* node = head.next; node != nullptr; node = node->next)
    for (int i = 0; i < n; ++i) found += node == &added[i];
  assert(found == n);
}
