// shows: a lock by levels for N threads has a level too few, so that two come in
// set: once
// args: 3
// args: 4
#include "bug.h"

std::atomic<int> level[8], last[8], inside;
void Lock(int i, int n) {
  for (int at = 1; at < n - 1; ++at) {  // should go up to n - 1
    level[i] = at;
    last[at] = i;
    for (bool wait = true; wait;) {
      wait = false;
      for (int k = 0; k < n; ++k) wait |= k != i && level[k] >= at && last[at] == i;
      if (wait) std::this_thread::yield();
    }
  }
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  RunAll(n, [n](int i) {
    Lock(i, n);
    assert(inside.fetch_add(1) == 0);
    inside.fetch_sub(1);
    level[i] = 0;
  });
}
