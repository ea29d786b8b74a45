// shows: N pupils each take a locker by a hash and go on to the next; with many, two look at the same free one
// set: unseen
// args: 16
// args: 26
#include "bug.h"

constexpr int kLockers = 26;
int owner[32];
std::mutex door[32];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  RunAll(n, [](int i) {
    const int me = i + 1;
    int at = i * 7 % kLockers / 2;  // two share a beginning
    for (int k = 0; k < kLockers; ++k, at = (at + 1) % kLockers) {
      if (owner[at] != 0) continue;
      std::lock_guard hold(door[at]);
      owner[at] = me;
      break;
    }
    assert(owner[at] == me);
  });
}
