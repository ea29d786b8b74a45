// An object pool. Objects are borrowed and returned under the lock; its configuration is also read without it.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
 public:
  struct Config {
    int max_active = 8, max_idle = 8, min_idle = 0, max_wait = -1;
    int when_exhausted = 1, test_on_borrow = 0, test_on_return = 0, test_while_idle = 0;
    int eviction_runs = -1, tests_per_run = 3, evictable_after = 1800, lifo = 1;
  };

  int Borrow() {
    std::lock_guard<std::mutex> guard(lock_);
    int object = -1;
    if (!idle_.empty()) {
      object = idle_.back();
      idle_.pop_back();
    } else if (created_ < 16) {
      object = created_++;
    }
    if (object >= 0) active_++;
    return object;
  }

  void Return(int object) {
    std::lock_guard<std::mutex> guard(lock_);
    idle_.push_back(object);
    if (active_ > 0) active_--;
  }

  // Allowed only while nothing is borrowed.
  bool SetFactory(int factory) {
    std::lock_guard<std::mutex> guard(lock_);
    if (active_ > 0) return false;
    factory_ = factory;
    return true;
  }

  void Configure(const Config& config) {
    std::lock_guard<std::mutex> guard(lock_);
    config_.max_active = config.max_active;
    config_.max_idle = config.max_idle;
    config_.min_idle = config.min_idle;
    config_.max_wait = config.max_wait;
  }

  // A page of statistics: nobody is stopped for it.
  int Statistics() const {
    int sum = 0;
    sum += config_.max_active;
    sum += config_.max_idle;
    sum += config_.min_idle;
    sum += config_.max_wait;
    sum += factory_;
    return sum;
  }

 private:
  mutable std::mutex lock_;
  Config config_;
  std::vector<int> idle_;
  int created_ = 0, active_ = 0, factory_ = 0;
};

Pool pool;
int shown;

int main() {
  pool.Return(pool.Borrow());
  std::thread user([] {
    pool.Configure({.max_active = 4, .max_idle = 2, .min_idle = 1, .max_wait = 100});
    pool.Borrow();
  });
  std::thread page([] { shown = pool.Statistics(); });
  std::thread admin([] { pool.SetFactory(2); });
  user.join(), page.join(), admin.join();
  std::printf("%d\n", shown);
}
