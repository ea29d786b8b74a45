// shows: interest is computed from a balance that was read under the lock, and written back under the lock later
// set: held
// args: 1
// args: 6
#include "bug.h"

std::mutex m;
int balance = 100;
void Deposit() {
  std::lock_guard l(m);
  balance += 50;
}
void Interest() {
  int now;
  {
    std::lock_guard l(m);
    now = balance;
  }
  now += 10;
  std::lock_guard l(m);
  balance = now;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  RunAll(n + 1, [n](int i) { i < n ? Deposit() : Interest(); });
  assert(balance == 110 + 50 * n);
}
