// shows: guests pull a number without a lock and wait until it is called; two with one number are served together
// set: unseen
// args: 2
// args: 3
#include "bug.h"

std::atomic<int> next_number, called, at_desk;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [](int) {
    const int mine = next_number.load();
    next_number.store(mine + 1);
    while (called.load() < mine) std::this_thread::yield();
    assert(at_desk.fetch_add(1) == 0);
    at_desk.fetch_sub(1);
    called.store(mine + 1);
  });
}
