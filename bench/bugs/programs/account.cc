// shows: deposits and withdrawals check the balance outside the lock
// set: tune
// args: 1
// args: 3
#include "bug.h"

std::mutex m;
int balance = 10;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  RunAll(2 * n, [](int) {
    bool enough;
    {
      std::lock_guard l(m);
      enough = balance >= 10;
    }
    if (!enough) return;
    std::lock_guard l(m);
    balance -= 10;
    assert(balance >= 0);
  });
}
