// shows: three appenders must not interleave their two lines; one leaves the lock between them
// set: held
// args: 2
// args: 6
#include "bug.h"

std::mutex m;
int last = -1, line;
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int i) {
    {
      std::lock_guard l(m);
      last = i, ++line;
    }
    if (i != 0) return;
    std::lock_guard l(m);
    assert(last == 0);
    ++line;
  });
}
