// shows: the owner resets both ends of an empty queue while a thief holds an old head
// set: tune
// args: 1
// args: 2
#include "bug.h"

std::atomic<int> head{0}, tail{0};
std::atomic<int> item[8];
int main(int argc, char** argv) {
  const int thieves = Count(argc, argv, 1);
  std::thread owner([] {
    item[0] = 1, tail = 1;
    int t = tail - 1;
    tail = t;
    if (t < head) return;
    item[0] = 0;
    tail = 0, head = 0;
    item[0] = 2, tail = 1;
  });
  RunAll(thieves, [](int) {
    const int h = head;
    if (h >= tail) return;
    const int seen = item[h];
    int expected = h;
    if (head.compare_exchange_strong(expected, h + 1)) assert(seen != 0);
  });
  owner.join();
}
