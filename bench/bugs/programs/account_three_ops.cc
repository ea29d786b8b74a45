// shows: deposit, withdraw and a transfer that reads both balances outside the lock
// set: held
// args: 1
// args: 4
#include "bug.h"

std::mutex m;
int from = 100, to = 0;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread audit([] {
    int total;
    {
      std::lock_guard l(m);
      total = from;
    }
    std::lock_guard l(m);
    total += to;
    assert(total <= 100);
  });
  RunAll(n, [](int) {
    std::lock_guard l(m);
    from -= 10;
    to += 10;
  });
  audit.join();
}
