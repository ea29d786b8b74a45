// shows: two halves are sorted by two threads; whoever counts itself second merges, but one counts before it has written
// set: held
// args: 2
// args: 3
#include "bug.h"

constexpr int kMost = 8;
struct Node {
  std::atomic<int> arrived{0};
  std::atomic<int> sum{0};
} nodes[kMost];
std::atomic<int> result{0};
int depth;
void Up(int leaf) {
  int value = leaf + 1;
  for (int level = 0, at = leaf / 2; level < depth; ++level, at /= 2) {
    Node& node = nodes[(1 << (depth - 1 - level)) - 1 + at];
    if (level == 0 && leaf == 0) {  // the early one
      if (node.arrived.fetch_add(1) == 0) {
        node.sum.fetch_add(value);
        return;
      }
      node.sum.fetch_add(value);
    } else {
      node.sum.fetch_add(value);
      if (node.arrived.fetch_add(1) == 0) return;
    }
    value = node.sum;
  }
  result = value;
}
int main(int argc, char** argv) {
  depth = Count(argc, argv, 2);
  const int leaves = 1 << depth;
  RunAll(leaves, [](int i) { Up(i); });
  assert(result == leaves * (leaves + 1) / 2);
}
