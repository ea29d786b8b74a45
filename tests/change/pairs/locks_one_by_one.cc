//: what: std::lock of two mutexes becomes one lock after the other, in the order of the arguments
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
-  std::lock(from.mutex, to.mutex);
+  from.mutex.lock();
+  to.mutex.lock();
  --from.money;
  ++to.money;
  from.mutex.unlock();
  to.mutex.unlock();
}
int main() {
  std::thread a([] { Move(x, y); }), b([] { Move(y, x); });
  a.join();
  b.join();
}
