// shows: N readers announce the node that they are about to read, but do not look again whether it is still the current one
// set: once
// args: 1
// args: 3
#include "bug.h"

struct Node {
  int value;
};
std::atomic<Node*> current;
std::atomic<Node*> hazards[8];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  current = new Node{1};
  RunAll(n + 1, [n](int i) {
    if (i < n) {
      Node* node = current.load();
      hazards[i].store(node);
      assert(node->value > 0);
      hazards[i].store(nullptr);
      return;
    }
    Node* old = current.exchange(new Node{2});
    for (int k = 0; k < n; ++k)
      if (hazards[k].load() == old) return;  // left for later
    delete old;
  });
}
