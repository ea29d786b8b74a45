// shows: transfers lock the two accounts in the order of the arguments
// set: held
// args: 2
// args: 4
#include "bug.h"

struct Account {
  std::mutex m;
  int balance = 100;
} accounts[4];
void Move(Account& from, Account& to) {
  std::lock_guard a(from.m);
  std::lock_guard b(to.m);
  from.balance -= 1, to.balance += 1;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [n](int i) { Move(accounts[i % 2], accounts[(i + 1) % 2]); });
}
