//: what: a narrower parameter chooses another overload
//: impact: changed
//: tests: move sum fees balance
//: chosen: fees balance
//: args: fees
//: slow: yes
//: fault: assert
//: found: yes
#include <cassert>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <variant>
#include <vector>

// Accounts, transfers, and a ledger of what happened.
struct Quiet {};
struct Traced {};
template <bool kLocked>
struct MaybeGuard {
  explicit MaybeGuard(std::mutex& m) : m_(m) {
    if constexpr (kLocked) m_.lock();
  }
  ~MaybeGuard() {
    if constexpr (kLocked) m_.unlock();
  }
  std::mutex& m_;
};
class Account {
 public:
  Account(int id, long balance) : id_(id), balance_(balance) {}
  long balance() const {
    std::lock_guard<std::mutex> held(mutex_);
    return balance_;
  }
  int id() const { return id_; }
  std::mutex& mutex() const { return mutex_; }
  void Change(long by) { balance_ += by; }
  Account& operator+=(long by) {
    std::lock_guard<std::mutex> held(mutex_);
    Change(by);
    return *this;
  }
  friend bool operator<(const Account& a, const Account& b) { return a.id_ < b.id_; }

 private:
  mutable std::mutex mutex_;
  const int id_;
  long balance_;
};

struct Deposit {
  long amount;
};
struct Fee {
  long amount;
};
using Entry = std::variant<Deposit, Fee>;

class Ledger {
 public:
  template <class E>
  void Record(E entry, Traced) {
    std::lock_guard<std::mutex> held(mutex_);
    entries_.push_back(entry);
  }
  template <class E>
  void Record(E, Quiet) {}
  long Fees() const {
    MaybeGuard<true> held(mutex_);
    long sum = 0;
    for (const auto& e : entries_)
      if (auto* fee = std::get_if<Fee>(&e)) sum += fee->amount;
    return sum;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

static long Rate(long amount) { return amount / 100; }
static long Rate(int amount) { return amount / 50; }

static void Transfer(Account& from, Account& to, long amount, bool ordered = true) {
  std::unique_lock<std::mutex> first(from.mutex(), std::defer_lock), second(to.mutex(), std::defer_lock);
  if (!ordered || from < to) {
    first.lock();
    second.lock();
  } else {
    second.lock();
    first.lock();
  }
  from.Change(-amount);
  to.Change(amount);
}

class Bank {
 public:
  Bank() : a_(1, 100), b_(2, 100) {}
  void Move(long amount) { Transfer(a_, b_, amount); }
  void Back(long amount) { Transfer(b_, a_, amount); }
-  void Charge(long amount) {
+  void Charge(int amount) {
    a_ += -Rate(amount);
    ledger_.Record(Fee{Rate(amount)}, Traced{});
  }
  long Fees() const { return ledger_.Fees(); }
  long Sum() const {
    std::scoped_lock held(a_.mutex(), b_.mutex());
    return Peek(a_) + Peek(b_);
  }
  const Account& a() const { return a_; }

 private:
  static long Peek(const Account& account) {
    struct Access : Account {};
    return account.*Balance();
  }
  static long Account::*Balance();
  Account a_, b_;
  Ledger ledger_;
};
template <long Account::*M>
struct Steal {
  friend long Account::*BalanceOf() { return M; }
};
long Account::*BalanceOf();
template struct Steal<&Account::balance_>;
long Account::*Bank::Balance() { return BalanceOf(); }

static void TestMove() {
  Bank bank;
  std::thread a([&] { bank.Move(10); });
  bank.Back(5);
  a.join();
  assert(bank.Sum() == 200);
}
static void TestSum() {
  Bank bank;
  std::thread a([&] { bank.Move(10); });
  assert(bank.Sum() == 200);
  a.join();
}
static void TestFees() {
  Bank bank;
  std::thread a([&] { bank.Charge(100); });
  long fees = bank.Fees();
  assert(fees == 0 || fees == 1);
  a.join();
}
static void TestBalance() {
  Bank bank;
  std::thread a([&] { bank.Charge(100); });
  long left = bank.a().balance();
  assert(left == 100 || left == 99);
  a.join();
}
int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "move";
  if (!std::strcmp(name, "move")) TestMove();
  if (!std::strcmp(name, "sum")) TestSum();
  if (!std::strcmp(name, "fees")) TestFees();
  if (!std::strcmp(name, "balance")) TestBalance();
}
