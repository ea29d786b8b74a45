// shows: a phase ends when all have counted themselves, and one counts twice
// set: tune
// args: 2
// args: 5
#include "bug.h"

std::mutex m;
int arrived, result[8];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [n](int i) {
    {
      std::lock_guard l(m);
      ++arrived;
    }
    result[i] = 1;
    bool all;
    {
      std::lock_guard l(m);
      all = arrived == n;
    }
    if (all)
      for (int k = 0; k < n; ++k) assert(result[k] == 1);
  });
}
