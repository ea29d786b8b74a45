// shows: two plain flags instead of a call_once
// set: held
// args: 2
// args: 5
#include "bug.h"

std::atomic<bool> started{false}, done{false};
int value;
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int) {
    if (!started.exchange(true)) {
      value = 3;
      done = true;
    } else assert(done);
  });
}
