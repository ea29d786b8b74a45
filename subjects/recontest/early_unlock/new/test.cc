// Money moves between two accounts of one bank; an audit adds them up at any time.
#include <cassert>
#include <mutex>
#include <thread>

class Bank {
 public:
  void Transfer(int amount) {
    mutex_.lock();
    checking_ -= amount;
    mutex_.unlock();
    mutex_.lock();
    savings_ += amount;
    mutex_.unlock();
  }
  int Total() {
    std::lock_guard<std::mutex> guard(mutex_);
    return checking_ + savings_;
  }

 private:
  std::mutex mutex_;
  int checking_ = 100;
  int savings_ = 0;
};

static Bank bank;

int main() {
  std::thread transfer([] { bank.Transfer(40); });
  std::thread audit([] { assert(bank.Total() == 100); });
  transfer.join();
  audit.join();
}
