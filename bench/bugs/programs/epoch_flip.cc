// shows: the reader registers with an epoch that has just ended
// set: tune
// args: 1
// args: 3
#include "bug.h"

std::atomic<int> epoch{0};
std::atomic<int> readers[2];
std::atomic<bool> freed{false};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread writer([] {
    const int old = epoch.fetch_xor(1);
    if (readers[old] == 0) freed = true;
  });
  RunAll(n, [](int) {
    const int e = epoch;
    ++readers[e];
    const bool safe = e == epoch || freed == false;
    assert(!(e != epoch && freed && !safe));
    if (e != epoch) assert(!freed);
    --readers[e];
  });
  writer.join();
}
