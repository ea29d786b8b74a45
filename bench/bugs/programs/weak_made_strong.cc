// shows: a weak reference becomes a strong one: the count is seen above zero, then raised in another step; N holders drop theirs
// set: once
// args: 1
// args: 3
#include "bug.h"

struct Object {
  std::atomic<int> strong;
  std::atomic<bool> alive{true};
};
void Drop(Object& o) {
  if (o.strong.fetch_sub(1) == 1) o.alive = false;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  static Object o;
  o.strong = n;
  RunAll(n + 1, [n](int i) {
    if (i < n) return Drop(o);
    if (o.strong.load() == 0) return;
    o.strong.fetch_add(1);
    assert(o.alive);
    Drop(o);
  });
}
