// shows: the merger starts when the counter says so, one worker counts too early
// set: tune
// args: 2
// args: 4
#include "bug.h"

std::atomic<int> done{0};
std::atomic<int> part[8];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::thread merger([n] {
    if (done == n)
      for (int i = 0; i < n; ++i) assert(part[i] == 1);
  });
  RunAll(n, [](int i) {
    if (i == 0) {
      ++done;
      part[i] = 1;
    } else {
      part[i] = 1;
      ++done;
    }
  });
  merger.join();
}
