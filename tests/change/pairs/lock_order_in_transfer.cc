//: what: a transfer locks "from" first, no longer the account with the smaller number
//: impact: changed
//: tests: same crossed
//: args: crossed
//: fault: deadlock
//: found: yes
//: slow: yes
#include <mutex>
#include <string>
#include <thread>
#include <utility>
struct Account {
  int number;
  int balance = 100;
  std::mutex mutex;
};
bool Transfer(Account& from, Account& to, int amount) {
-  Account* first = &from;
-  Account* second = &to;
-  if (second->number < first->number) std::swap(first, second);
-  std::lock_guard<std::mutex> one(first->mutex);
-  std::lock_guard<std::mutex> two(second->mutex);
+  std::lock_guard<std::mutex> one(from.mutex);
+  std::lock_guard<std::mutex> two(to.mutex);
  if (from.balance < amount) return false;
  from.balance -= amount;
  to.balance += amount;
  return true;
}
int main(int argc, char** argv) {
  Account a{1}, b{2};
  bool crossed = argc > 1 && std::string(argv[1]) == "crossed";
  std::thread one([&] { Transfer(a, b, 10); });
  std::thread two([&] { crossed ? Transfer(b, a, 20) : Transfer(a, b, 20); });
  one.join();
  two.join();
}
