// shows: a belt of three places without a lock: the loader moves its end before it puts the box there
// set: unseen
// args: 3
// args: 6
#include "bug.h"

int belt[3];
std::atomic<unsigned> in, out;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 3);
  std::thread load([n] {
    for (int i = 1; i <= n; ++i) {
      const unsigned at = in.load();
      if (at - out.load() == 3) return;
      in.store(at + 1);
      belt[at % 3] = i;
    }
  });
  std::thread unload([n] {
    int last = 0;
    for (int i = 0; i < n; ++i) {
      const unsigned at = out.load();
      if (at == in.load()) continue;
      const int box = belt[at % 3];
      assert(box == last + 1);
      last = box;
      out.store(at + 1);
    }
  });
  load.join(), unload.join();
}
