//: what: a friend of the class is found by its argument and taken instead of the function that locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
namespace bank {
struct Account {
  std::mutex m;
  int total = 0;
+  friend void Deposit(Account& account, int n) { account.total += n; }
};
}  // namespace bank
template <class T>
void Deposit(T& account, int n) {
  std::lock_guard<std::mutex> held(account.m);
  account.total += n;
}
static bank::Account account;
int main() {
  std::thread a([] { Deposit(account, 1); }), b([] { Deposit(account, 2); });
  a.join();
  b.join();
  return account.total == 0;
}
