// An account that must not be overdrawn. The change splits the check from the withdrawal.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  bool Withdraw(int amount) {
    if (balance() < amount) return false;
    std::lock_guard<std::mutex> guard(mutex_);
    balance_ -= amount;
    return true;
  }
  int balance() {
    std::lock_guard<std::mutex> guard(mutex_);
    return balance_;
  }

 private:
  std::mutex mutex_;
  int balance_ = 100;
};

static Account account;

int main() {
  std::thread first([] { account.Withdraw(80); });
  std::thread second([] { account.Withdraw(80); });
  first.join();
  second.join();
  assert(account.balance() >= 0);
}
