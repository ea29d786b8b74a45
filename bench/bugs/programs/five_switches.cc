// shows: three threads must alternate five times
// set: held
// args: 1
// args: 2
#include "bug.h"

std::atomic<int> step{0};
int main(int argc, char** argv) {
  const int rounds = Count(argc, argv, 1);
  std::atomic<bool> bad{false};
  std::thread a([&] {
    for (int r = 0; r < rounds; ++r) {
      int s = 2 * r;
      if (step == s) step = s + 1;
    }
  });
  std::thread b([&] {
    for (int r = 0; r < rounds; ++r) {
      int s = 2 * r + 1;
      if (step == s) step = s + 1;
    }
  });
  a.join();
  std::thread c([&] {
    if (step == 1) bad = true;
  });
  b.join(), c.join();
  assert(!bad || step != 2);
}
