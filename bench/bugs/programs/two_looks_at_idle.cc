// shows: a watcher looks at the queue, then at the number of busy workers; a job that makes another one is in neither
// set: once
// args: 1
// args: 3
#include "bug.h"

std::mutex m;
int queue = 1, busy, left;
bool Take() {
  std::lock_guard l(m);
  if (queue == 0) return false;
  --queue, ++busy;
  return true;
}
void Done(bool another) {
  {
    std::lock_guard l(m);
    --left;
    if (another) ++queue;
  }
  std::lock_guard l(m);
  --busy;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  left = n + 1;
  RunAll(2, [n](int i) {
    if (i == 0) {
      for (int job = 0; Take(); ++job) Done(job < n);
      return;
    }
    int waiting, working, open;
    {
      std::lock_guard l(m);
      waiting = queue;
    }
    {
      std::lock_guard l(m);
      working = busy, open = left;
    }
    assert(waiting > 0 || working > 0 || open == 0);
  });
}
