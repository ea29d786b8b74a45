// One list is made from another. The change takes only the lock of the list that is written to while it reads the other one.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class List {
 public:
  void Add(int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    values_.push_back(value);
    sum_ += value;
  }
  void CopyFrom(List& other) {
    std::scoped_lock guard(mutex_, other.mutex_);
    values_ = other.values_;
    sum_ = other.sum_;
  }
  bool Consistent() {
    std::lock_guard<std::mutex> guard(mutex_);
    int sum = 0;
    for (const int value : values_) sum += value;
    return sum == sum_;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_;
  int sum_ = 0;
};

int main() {
  List from, to;
  from.Add(1);
  std::thread adder([&] { from.Add(2); });
  std::thread copier([&] { to.CopyFrom(from); });
  adder.join();
  copier.join();
  assert(to.Consistent());
}
