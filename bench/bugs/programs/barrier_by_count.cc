// shows: a barrier made of a counter that is reset by the last, so that a fast thread passes twice
// set: held
// args: 2
// args: 3
#include "bug.h"

std::mutex m;
std::condition_variable all;
int waiting;
int progress[4];
void Barrier(int n) {
  std::unique_lock l(m);
  if (++waiting == n) {
    waiting = 0;
    all.notify_all();
    return;
  }
  all.wait(l, [] { return waiting == 0; });
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [n](int i) {
    for (int r = 0; r < 2; ++r) {
      {
        std::lock_guard l(m);
        ++progress[i];
      }
      Barrier(n);
    }
  });
}
