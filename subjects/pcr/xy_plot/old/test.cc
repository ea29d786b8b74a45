// V15 XYPlot, JFreeChart 1.0.9, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

struct Entry {
  int dataset = 0, axis = 0;
  Entry* next = nullptr;
};

class Plot {
 public:
  void Map(Entry* entry) {
    std::lock_guard<std::mutex> guard(mutex_);
    ++changes_;
    entry->next = head_;
    head_ = entry;
    ++size_;
  }
  int Clone() {
    std::lock_guard<std::mutex> guard(mutex_);
    const int changes = changes_;
    int copied = 0;
    for (const Entry* at = head_; at != nullptr; at = at->next) ++copied;
    assert(changes == changes_ && copied == size_);
    return copied;
  }

 private:
  std::mutex mutex_;
  Entry* head_ = nullptr;
  int size_ = 0, changes_ = 0;
};

static Plot plot;
static Entry one{0, 0, nullptr}, two{1, 2, nullptr};

int main() {
  plot.Map(&one);
  std::thread clones([] { plot.Clone(); });
  std::thread maps([] { plot.Map(&two); });
  clones.join();
  maps.join();
}
