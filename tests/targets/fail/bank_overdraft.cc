// shows: two withdrawals test the balance before either takes the money
// kind: assert
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int balance = 100;

static bool Covers(int amount) {
  std::lock_guard guard(lock);
  return balance >= amount;
}

static void Withdraw(int amount) {
  if (!Covers(amount)) return;
  std::lock_guard guard(lock);
  balance -= amount;
  assert(balance >= 0);
}

int main() {
  std::thread a(Withdraw, 70), b(Withdraw, 70);
  a.join();
  b.join();
}
