//: what: one of the two mutexes of a scoped_lock is left out
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Account {
  std::mutex mutex;
  int money = 10;
};
Account x, y;
void Move(Account& from, Account& to) {
-  std::scoped_lock lock(from.mutex, to.mutex);
+  std::scoped_lock lock(from.mutex);
  --from.money;
  ++to.money;
}
int main() {
  std::thread a([] { Move(x, y); }), b([] { Move(y, x); });
  a.join();
  b.join();
  return x.money + y.money == 0;
}
