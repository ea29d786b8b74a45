//: what: the lock that a helper returns is moved into a temporary, which ends at once
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <map>
#include <mutex>
#include <string>
#include <thread>
class Accounts {
 public:
  void Deposit(const std::string& who, int amount) {
-    std::unique_lock<std::mutex> held = Enter();
+    Enter();
    balance_[who] += amount;
  }
  int Sum() {
    auto held = Enter();
    int sum = 0;
    for (auto& [who, amount] : balance_) sum += amount;
    return sum;
  }

 private:
  std::unique_lock<std::mutex> Enter() { return std::unique_lock<std::mutex>(mutex_); }
  std::mutex mutex_;
  std::map<std::string, int> balance_;
};
int main() {
  Accounts accounts;
  accounts.Deposit("a", 1);
  std::thread one([&] { accounts.Deposit("a", 5); });
  std::thread two([&] { accounts.Sum(); });
  one.join();
  two.join();
  return 0;
}
