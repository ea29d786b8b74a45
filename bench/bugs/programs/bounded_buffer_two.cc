// shows: a buffer for many producers and consumers that uses one condition and notify_one
// set: tune
// args: 2
// args: 3
#include "bug.h"

std::mutex m;
std::condition_variable changed;
int items;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(2 * n, [n](int i) {
    std::unique_lock l(m);
    if (i < n) {
      changed.wait(l, [] { return items < 1; });
      ++items;
    } else {
      changed.wait(l, [] { return items > 0; });
      --items;
    }
    changed.notify_one();
  });
}
