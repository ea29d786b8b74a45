// shows: two readers that both want to become the writer: each waits until the other stops reading
// kind: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

class UpgradeLock {
 public:
  void LockShared() {
    std::unique_lock hold(lock_);
    readers_++;
  }
  void Upgrade() {
    std::unique_lock hold(lock_);
    changed_.wait(hold, [this] { return readers_ == 1; });
  }
  void UnlockShared() {
    std::unique_lock hold(lock_);
    readers_--;
    changed_.notify_all();
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  int readers_ = 0;
};

int main() {
  UpgradeLock lock;
  auto run = [&] {
    lock.LockShared();
    lock.Upgrade();
    lock.UnlockShared();
  };
  std::thread a(run), b(run);
  a.join();
  b.join();
}
