// shows: a transfer whose two halves are each locked: an audit in between misses money
// kind: assert
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 100;
  void Add(int amount) {
    std::lock_guard guard(lock);
    balance += amount;
  }
  int Get() {
    std::lock_guard guard(lock);
    return balance;
  }
};

int main() {
  Account a, b;
  std::thread transfer([&] {
    a.Add(-30);
    b.Add(30);
  });
  std::thread audit([&] { assert(a.Get() + b.Get() == 200); });
  transfer.join();
  audit.join();
}
