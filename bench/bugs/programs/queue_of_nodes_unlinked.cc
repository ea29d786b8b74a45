// shows: a list loses its first node in two steps; of two that unlink, one may take what the other freed
// set: unseen
// args: 2
// args: 3
#include "bug.h"

struct Node {
  Node* next;
};
std::atomic<Node*> first;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  for (int i = 0; i < n + 1; ++i) first = new Node{first};
  RunAll(n, [](int) {
    Node* node = first.load();
    if (node == nullptr) return;
    first.store(node->next);
    delete node;
  });
}
