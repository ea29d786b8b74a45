// shows: a writer does not make the sequence odd before it writes
// set: tune
// args: 1
// args: 5
#include "bug.h"

std::atomic<int> sequence{0}, low{0}, high{0};
int main(int argc, char** argv) {
  std::thread writer([] {
    low = 1;
    high = 1;
    sequence = sequence + 2;
  });
  RunAll(Count(argc, argv, 1), [](int) {
    const int before = sequence;
    const int l = low, h = high;
    if (sequence == before && before % 2 == 0) assert(l == h);
  });
  writer.join();
}
