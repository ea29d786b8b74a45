//: what: the guard behind std::lock takes the lock again
//: slow: yes
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include <mutex>
#include <thread>
struct Account {
  std::mutex m;
  int balance = 5;
};
static Account one, two;
static void Move(Account& from, Account& to) {
  std::lock(from.m, to.m);
  std::lock_guard<std::mutex> a(from.m, std::adopt_lock);
-  std::lock_guard<std::mutex> b(to.m, std::adopt_lock);
+  std::lock_guard<std::mutex> b(to.m);
  --from.balance;
  ++to.balance;
}
int main() {
  std::thread a([] { Move(one, two); }), b([] { Move(two, one); });
  a.join();
  b.join();
}
