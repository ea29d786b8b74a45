// A pool that makes at most so many connections. The change makes them outside of the lock and counts afterwards.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
 public:
  int Borrow() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (active_ >= kLimit) return -1;
    const int connection = Connect();
    ++active_;
    return connection;
  }
  int active() const { return active_; }

 private:
  static constexpr int kLimit = 1;
  static int Connect() { return 17; }
  std::mutex mutex_;
  int active_ = 0;
};

static Pool pool;

int main() {
  std::thread first([] { pool.Borrow(); });
  std::thread second([] { pool.Borrow(); });
  first.join();
  second.join();
  assert(pool.active() <= 1);
}
