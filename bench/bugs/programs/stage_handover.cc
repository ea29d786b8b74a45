// shows: a worker does its second stage with what another worker's first stage left
// set: tune
// args: 2
// args: 10
// args: 50
#include "bug.h"

std::mutex m1, m2;
int staged, used;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [](int i) {
    {
      std::lock_guard l(m1);
      staged = i + 1;
    }
    std::lock_guard l(m2);
    assert(staged == i + 1);
    used += staged;
  });
}
