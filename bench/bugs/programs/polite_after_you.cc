// shows: two threads each look at the flag of the other before they raise their own, then give way by turn
// set: unseen
// args: 1
// args: 2
#include "bug.h"

std::atomic<bool> wants[2];
std::atomic<int> turn;
std::atomic<int> inside;
int main(int argc, char** argv) {
  const int rounds = Count(argc, argv, 1);
  RunAll(2, [rounds](int i) {
    for (int r = 0; r < rounds; ++r) {
      turn.store(1 - i);
      wants[i].store(true);
      for (int tries = 0; wants[1 - i].load() && turn.load() == 1 - i; ++tries)
        if (tries == 4) return wants[i].store(false);
      assert(inside.fetch_add(1) == 0);
      inside.fetch_sub(1);
      wants[i].store(false);
    }
  });
}
