// shows: the two values are written in two critical sections; a reader comes in between
// set: tune
// args: 1
// args: 5
// args: 20
// args: 100
#include "bug.h"

std::mutex first, second;
int one, two;
void Write(int) {
  {
    std::lock_guard l(first);
    one = 1;
  }
  {
    std::lock_guard l(second);
    two = one + 1;
  }
}
void Check(int) {
  int seen;
  {
    std::lock_guard l(first);
    if (one == 0) return;
    seen = one;
  }
  std::lock_guard l(second);
  assert(two == seen + 1);
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  RunAll(2 * n, [n](int i) { i < n ? Write(i) : Check(i); });
}
