//: what: a lock that a guard gave back stays held when an exception is thrown
//: impact: changed
//: tests: borrow try audit hold account
//: chosen: audit
//: unchosen: borrow try account
//: args: audit
//: fault: deadlock
//: found: yes
//: slow: yes
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// The project's own lock and guard.
class Lock {
 public:
  void Acquire() { mutex_.lock(); }
  void Release() { mutex_.unlock(); }
  std::mutex& native() { return mutex_; }

 private:
  std::mutex mutex_;
};
class Holder {
 public:
  explicit Holder(Lock& lock) : lock_(&lock) { lock_->Acquire(); }
  Holder(Holder&& other) noexcept : lock_(std::exchange(other.lock_, nullptr)) {}
  Holder(const Holder&) = delete;
  ~Holder() {
    if (lock_) lock_->Release();
  }

 private:
  Lock* lock_;
};

struct Connection {
  int id = 0;
  int uses = 0;
  bool broken = false;
};

class Pool;
class Lease {
 public:
  Lease(Pool* pool, Connection* connection) : pool_(pool), connection_(connection) {}
  Lease(Lease&& other) noexcept : pool_(other.pool_), connection_(std::exchange(other.connection_, nullptr)) {}
  Lease(const Lease&) = delete;
  ~Lease();
  Connection* operator->() const { return connection_; }

 private:
  Pool* pool_;
  Connection* connection_;
};

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; ++i) all_.push_back(std::make_unique<Connection>(Connection{i}));
    for (auto& connection : all_) free_.push_back(connection.get());
  }
  Lease Borrow() {
    std::unique_lock<std::mutex> held(mutex_);
    back_.wait(held, [this] { return !free_.empty(); });
    Connection* connection = free_.back();
    free_.pop_back();
    ++lent_;
    return Lease(this, connection);
  }
  std::optional<Lease> TryBorrow() {
    std::lock_guard<std::mutex> held(mutex_);
    if (free_.empty()) return std::nullopt;
    Connection* connection = free_.back();
    free_.pop_back();
    ++lent_;
    return std::make_optional<Lease>(this, connection);
  }
  void Return(Connection* connection) {
    {
      std::lock_guard<std::mutex> held(mutex_);
      --lent_;
      if (connection->broken) connection->broken = false;
      free_.push_back(connection);
    }
    back_.notify_one();
  }
  int lent() const {
    std::lock_guard<std::mutex> held(mutex_);
    return lent_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable back_;
  std::vector<std::unique_ptr<Connection>> all_;
  std::vector<Connection*> free_;
  int lent_ = 0;
};
Lease::~Lease() {
  if (connection_) pool_->Return(connection_);
}

class Audit {
 public:
  void Add(const std::string& line) {
-    Holder holder(lock_);
+    lock_.Acquire();
    if (line.empty()) throw std::invalid_argument("line");
    lines_.push_back(line);
+    lock_.Release();
  }
  size_t Lines() {
    Holder holder(lock_);
    return lines_.size();
  }
  Holder Hold() { return Holder(lock_); }
  void AddHeld(const std::string& line) { lines_.push_back(line); }

 private:
  Lock lock_;
  std::list<std::string> lines_;
};

class Account {
 public:
  friend void swap(Account& a, Account& b) {
    if (&a == &b) return;
    std::scoped_lock held(a.mutex_, b.mutex_);
    std::swap(a.balance_, b.balance_);
  }
  Account& operator+=(int amount) {
    std::lock_guard<std::mutex> held(mutex_);
    balance_ += amount;
    return *this;
  }
  int balance() const {
    std::lock_guard<std::mutex> held(mutex_);
    return balance_;
  }

 private:
  mutable std::mutex mutex_;
  int balance_ = 0;
};

static void TestBorrow() {
  Pool pool(1);
  std::thread other([&] { pool.Borrow()->uses++; });
  pool.Borrow()->uses++;
  other.join();
  assert(pool.lent() == 0);
}
static void TestTry() {
  Pool pool(1);
  std::thread other([&] {
    if (auto lease = pool.TryBorrow()) (*lease)->uses++;
  });
  if (auto lease = pool.TryBorrow()) (*lease)->uses++;
  other.join();
}
static void TestAudit() {
  Audit audit;
  std::thread other([&] {
    try {
      audit.Add("");
    } catch (const std::invalid_argument&) {
    }
    audit.Add("b");
  });
  audit.Add("a");
  other.join();
  assert(audit.Lines() == 2);
}
static void TestHold() {
  Audit audit;
  std::thread other([&] { audit.Add("x"); });
  {
    Holder holder = audit.Hold();
    audit.AddHeld("y");
  }
  other.join();
  assert(audit.Lines() == 2);
}
static void TestAccount() {
  Account a, b;
  a += 5;
  std::thread other([&] { swap(a, b); });
  swap(b, a);
  a += 1;
  other.join();
  assert(a.balance() + b.balance() == 6);
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "borrow";
  if (test == "borrow") TestBorrow();
  if (test == "try") TestTry();
  if (test == "audit") TestAudit();
  if (test == "hold") TestHold();
  if (test == "account") TestAccount();
}
