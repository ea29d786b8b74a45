// shows: a producer checks closed, then pushes into a queue that was closed meanwhile
// set: held
// args: 1
// args: 4
#include "bug.h"

std::mutex m;
bool closed;
int queued, drained;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread closer([] {
    std::lock_guard l(m);
    closed = true;
    drained = queued;
  });
  RunAll(n, [](int) {
    {
      std::lock_guard l(m);
      if (closed) return;
    }
    std::lock_guard l(m);
    ++queued;
  });
  closer.join();
  assert(!closed || drained == queued);
}
