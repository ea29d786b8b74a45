// shows: a node is popped, reused and pushed again between the read of its next and the exchange
// set: held
// args: 3
#include "bug.h"

struct Node {
  int next;
};
Node nodes[4];
std::atomic<int> top{-1};
std::atomic<int> owner[4];
void Push(int i) {
  int t = top;
  do nodes[i].next = t;
  while (!top.compare_exchange_strong(t, i));
}
int Pop() {
  int t = top;
  do
    if (t < 0) return -1;
  while (!top.compare_exchange_strong(t, nodes[t].next));
  return t;
}
int main(int argc, char** argv) {
  for (int i = 0; i < 3; ++i) Push(i);
  RunAll(Count(argc, argv, 2), [](int) {
    for (int k = 0; k < 2; ++k) {
      const int i = Pop();
      if (i < 0) continue;
      assert(owner[i]++ == 0);
      --owner[i];
      Push(i);
    }
  });
}
