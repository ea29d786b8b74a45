// A ticket office. The change adds a way for single tickets that forgets the lock.
#include <cassert>
#include <mutex>
#include <thread>

class Office {
 public:
  bool Buy(int count) {
    if (count == 1) return BuyOne();
    std::lock_guard<std::mutex> guard(mutex_);
    if (left_ < count) return false;
    left_ -= count;
    sold_ += count;
    return true;
  }
  bool BuyOne() {
    if (left_ == 0) return false;
    --left_;
    ++sold_;
    return true;
  }
  int left() const { return left_; }
  int sold() const { return sold_; }

 private:
  std::mutex mutex_;
  int left_ = 3;
  int sold_ = 0;
};

static Office office;

int main() {
  std::thread group([] { office.Buy(2); });
  std::thread single([] { office.Buy(1); });
  group.join();
  single.join();
  assert(office.left() == 0);
  assert(office.sold() == 3);
}
