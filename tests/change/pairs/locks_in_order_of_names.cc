//: what: two accounts are locked in the order of their names, of which two may be equal
//: slow: yes
//: impact: changed
//: fault: deadlock
//: found: yes
#include <mutex>
#include <string>
#include <thread>
struct Account {
  std::string name;
  std::mutex m;
  int n = 5;
};
static Account one{"joint", {}, 5}, two{"joint", {}, 5};
static void Move(Account& from, Account& to) {
-  Account& first = &from < &to ? from : to;
+  Account& first = from.name <= to.name ? from : to;
  Account& second = &first == &from ? to : from;
  std::lock_guard<std::mutex> a(first.m);
  std::lock_guard<std::mutex> b(second.m);
  --from.n;
  ++to.n;
}
int main() {
  std::thread a([] { Move(one, two); }), b([] { Move(two, one); });
  a.join();
  b.join();
}
