// shows: one washes and piles up plates, one dries them; whether the pile is empty is asked before the lock
// set: unseen
// args: 2
// args: 5
#include "bug.h"

std::mutex m;
int pile[16], height;
bool Empty() { return height == 0; }
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::thread wash([n] {
    for (int i = 0; i < n; ++i) {
      std::lock_guard hold(m);
      pile[height++] = i + 1;
    }
  });
  auto dry = [n] {
    for (int i = 0; i < n; ++i) {
      if (Empty()) continue;
      std::lock_guard hold(m);
      assert(height > 0);
      assert(pile[--height] != 0);
    }
  };
  std::thread first(dry), second(dry);
  wash.join(), first.join(), second.join();
}
