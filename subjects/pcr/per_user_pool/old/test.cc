// V1 PerUserPoolDataSource, DBCP 1.4, corrected: the map of all data sources has a lock.
#include <cassert>
#include <mutex>
#include <thread>

class InstanceMap {
 public:
  int RegisterNew() {
    std::lock_guard<std::mutex> guard(mutex_);
    const int expected = changes_;
    int most = 0;
    for (Entry* e = first_; e != nullptr; e = e->next) {
      assert(changes_ == expected);
      if (e->key > most) most = e->key;
    }
    Entry& entry = entries_[used_++];
    entry.key = most + 1;
    entry.next = first_;
    first_ = &entry;
    ++changes_;
    return most + 1;
  }
  void Remove(int key) {
    std::lock_guard<std::mutex> guard(mutex_);
    for (Entry** at = &first_; *at != nullptr; at = &(*at)->next) {
      if ((*at)->key != key) continue;
      *at = (*at)->next;
      ++changes_;
      return;
    }
  }

 private:
  struct Entry {
    int key = 0;
    Entry* next = nullptr;
  };
  std::mutex mutex_;
  Entry entries_[8];
  Entry* first_ = nullptr;
  int used_ = 0, changes_ = 0;
};

static InstanceMap instances;

class PerUserPoolDataSource {
 public:
  void SetDataSourceName() {
    if (key_ == 0) key_ = instances.RegisterNew();
  }
  void Close() {
    instances.Remove(key_);
    key_ = 0;
  }
  int key() const { return key_; }

 private:
  int key_ = 0;
};

static PerUserPoolDataSource one, other, third;

int main() {
  one.SetDataSourceName();
  other.SetDataSourceName();
  std::thread closing([] { one.Close(); });
  std::thread naming([] { third.SetDataSourceName(); });
  closing.join();
  naming.join();
  assert(third.key() == 3);
}
