// shows: N threads move one unit between neighbours, each under the lock of the one it takes from only; a unit is lost
// set: held
// args: 2
// args: 6
// args: 30
#include "bug.h"

std::mutex locks[64];
int units[64];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  for (int i = 0; i < n; ++i) units[i] = 2;
  RunAll(n, [n](int i) {
    std::lock_guard l(locks[i]);
    --units[i];
    ++units[(i + 1) % n];
  });
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += units[i];
  assert(sum == 2 * n);
}
