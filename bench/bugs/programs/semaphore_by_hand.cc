// shows: permits are counted with a read and a write
// set: tune
// args: 2
// args: 4
#include "bug.h"

std::atomic<int> permits{1};
std::atomic<int> inside{0};
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int) {
    const int p = permits;
    if (p == 0) return;
    permits = p - 1;
    assert(++inside == 1);
    --inside;
    permits = permits + 1;
  });
}
