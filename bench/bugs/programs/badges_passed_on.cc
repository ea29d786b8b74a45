// shows: each of N runners copies the badge of the one before; the last one expects that nobody was skipped
// set: unseen
// args: 3
// args: 5
// args: 8
#include "bug.h"

int badge[16], n;
std::mutex m;
int main(int argc, char** argv) {
  n = Count(argc, argv, 3);
  badge[0] = 1;
  RunAll(n, [](int i) {
    {
      std::lock_guard hold(m);
      badge[i + 1] = badge[i] == 0 ? 0 : badge[i] + 1;
    }
    if (i != n - 1) return;
    std::lock_guard hold(m);
    bool all = true;
    for (int k = 1; k < n; ++k) all = all && badge[k] != 0;
    assert(!all || badge[n] != 0);
  });
}
