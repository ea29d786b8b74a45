// shows: a lock made of a flag: whether it is free is tested, then it is set, N threads behind it share a count
// set: unseen
// args: 2
// args: 4
#include "bug.h"

std::atomic<bool> busy;
std::atomic<int> inside;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [](int) {
    for (int tries = 0; tries < 3; ++tries) {
      if (busy.load()) continue;
      busy.store(true);
      assert(inside.fetch_add(1) == 0);
      inside.fetch_sub(1);
      busy.store(false);
      return;
    }
  });
}
