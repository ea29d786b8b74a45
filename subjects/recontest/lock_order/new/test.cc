// Money moves between accounts, the locks always in one order. The change takes them in the order of the transfer.
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

static Account accounts[2];

static void Transfer(int from, int to, int amount) {
  Account& first = accounts[from];
  Account& second = accounts[to];
  std::lock_guard<std::mutex> one(first.mutex);
  std::lock_guard<std::mutex> other(second.mutex);
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
}

int main() {
  std::thread there([] { Transfer(0, 1, 10); });
  std::thread back([] { Transfer(1, 0, 20); });
  there.join();
  back.join();
  assert(accounts[0].balance + accounts[1].balance == 200);
}
