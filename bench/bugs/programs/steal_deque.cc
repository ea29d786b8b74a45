// shows: owner and thief both take the last element of a deque
// set: tune
// args: 1
// args: 2
#include "bug.h"

std::atomic<int> head{0}, tail{0};
std::atomic<int> taken[8];
int main(int argc, char** argv) {
  const int thieves = Count(argc, argv, 1);
  tail = 2;
  std::thread owner([] {
    for (int k = 0; k < 2; ++k) {
      const int t = tail - 1;
      if (t < head) break;
      tail = t;
      assert(taken[t]++ == 0);
    }
  });
  RunAll(thieves, [](int) {
    const int h = head;
    if (h >= tail) return;
    head = h + 1;
    assert(taken[h]++ == 0);
  });
  owner.join();
}
