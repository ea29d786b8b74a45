// shows: two populations each add the other to themselves; the largest sum needs them to alternate exactly
// set: unseen
// args: 2
// args: 3
#include "bug.h"

std::atomic<int> rabbits{1}, hares{1};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  int a = 1, b = 1;
  for (int i = 0; i < n; ++i) a += b, b += a;
  std::thread first([n] {
    for (int i = 0; i < n; ++i) rabbits.store(rabbits.load() + hares.load());
  });
  std::thread second([n] {
    for (int i = 0; i < n; ++i) hares.store(hares.load() + rabbits.load());
  });
  first.join(), second.join();
  assert(hares.load() < b);
}
