// V7 Hashtable, JDK 1.6.0_07, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

class Hashtable {
 public:
  void Put(int key, int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (count_ >= threshold_) Rehash();
    table_[key % capacity_] = value;
    ++count_;
  }
  int CopySum() {
    std::lock_guard<std::mutex> guard(mutex_);
    int* table = table_;
    const int capacity = capacity_;
    assert(capacity <= CapacityOf(table));
    int sum = 0;
    for (int i = 0; i < capacity; ++i) sum += table[i];
    return sum;
  }

 private:
  int CapacityOf(const int* table) const { return table == small_ ? 2 : 8; }
  void Rehash() {
    for (int i = 0; i < capacity_; ++i) large_[i] = table_[i];
    capacity_ = 8;
    threshold_ = 6;
    table_ = large_;
  }
  std::mutex mutex_;
  int small_[2] = {}, large_[8] = {};
  int* table_ = small_;
  int capacity_ = 2, threshold_ = 1, count_ = 0;
};

static Hashtable table;

int main() {
  table.Put(0, 5);
  std::thread writer([] { table.Put(1, 6); });
  std::thread reader([] {
    const int sum = table.CopySum();
    assert(sum == 5 || sum == 11);
  });
  writer.join();
  reader.join();
}
