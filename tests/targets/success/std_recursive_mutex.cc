// shows: std::recursive_mutex through a class whose methods call each other
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  void Deposit(int amount) {
    std::lock_guard guard(lock_);
    balance_ += amount;
  }
  void DepositTwice(int amount) {
    std::lock_guard guard(lock_);
    int before = balance_;
    Deposit(amount);
    Deposit(amount);
    assert(balance_ == before + 2 * amount);
  }
  int balance() {
    std::lock_guard guard(lock_);
    return balance_;
  }

 private:
  std::recursive_mutex lock_;
  int balance_ = 0;
};

int main() {
  Account account;
  std::thread a([&] { account.DepositTwice(5); });
  std::thread b([&] { account.DepositTwice(7); });
  a.join();
  b.join();
  assert(account.balance() == 24);
}
