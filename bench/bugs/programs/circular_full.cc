// shows: a ring buffer that tells full from empty by a counter updated after the index
// set: tune
// args: 2
// args: 3
#include "bug.h"

std::atomic<int> used{0};
int ring[2];
std::atomic<int> in{0}, out{0};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::thread producer([n] {
    for (int i = 1; i <= n; ++i) {
      if (used == 2) return;
      const int at = in;
      in = (at + 1) % 2;
      ++used;
      ring[at] = i;
    }
  });
  int last = 0;
  for (int i = 0; i < n; ++i) {
    if (used == 0) break;
    const int at = out;
    const int x = ring[at];
    out = (at + 1) % 2;
    --used;
    assert(x == last + 1);
    last = x;
  }
  producer.join();
}
