//: what: a scoped_lock of two mutexes becomes two guards in the order of the arguments
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include <mutex>
#include <thread>
struct Account {
  std::mutex mutex;
  int money = 10;
};
Account x, y;
void Move(Account& from, Account& to) {
-  std::scoped_lock both(from.mutex, to.mutex);
+  std::lock_guard<std::mutex> first(from.mutex);
+  std::lock_guard<std::mutex> second(to.mutex);
  --from.money;
  ++to.money;
}
int main() {
  std::thread a([] { Move(x, y); }), b([] { Move(y, x); });
  a.join();
  b.join();
}
