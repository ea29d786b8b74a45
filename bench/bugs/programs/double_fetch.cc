// shows: a length is checked, then fetched again for the copy
// set: tune
// args: 1
// args: 4
#include "bug.h"

std::atomic<int> length{4};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  RunAll(n + 1, [n](int i) {
    if (i == n) {
      length = 64;
      return;
    }
    if (length > 8) return;
    assert(length <= 8);
  });
}
