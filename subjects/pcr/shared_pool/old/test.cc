// V2 SharedPoolDataSource, DBCP 1.4, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

class Instances {
 public:
  int RegisterNew() {
    std::lock_guard<std::mutex> guard(mutex_);
    int most = 0;
    for (int i = 0; i < 8; ++i)
      if (used_[i] && keys_[i] > most) most = keys_[i];
    int at = 0;
    while (used_[at]) ++at;
    keys_[at] = most + 1;
    used_[at] = true;
    return most + 1;
  }
  void Close(int key) {
    std::lock_guard<std::mutex> guard(mutex_);
    for (int i = 0; i < 8; ++i)
      if (used_[i] && keys_[i] == key) used_[i] = false;
  }
  int Count() const {
    int count = 0;
    for (const bool used : used_) count += used;
    return count;
  }

 private:
  std::mutex mutex_;
  int keys_[8] = {};
  bool used_[8] = {};
};

static Instances instances;
static int first_key, second_key;

int main() {
  const int old = instances.RegisterNew();
  std::thread first([old] {
    instances.Close(old);
    first_key = instances.RegisterNew();
  });
  std::thread second([] { second_key = instances.RegisterNew(); });
  first.join();
  second.join();
  assert(first_key != second_key && instances.Count() == 2);
}
