// V17 AppenderAttachableImpl, Log4j 1.2.13, corrected: one lock around what belongs together.
#include <mutex>
#include <thread>

struct Appender {
  int closed = 0;
  void Close() { ++closed; }
};

struct List {
  Appender* item[8] = {};
  int size = 0;
};

class Attachable {
 public:
  void Add(Appender* appender) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (list_ == nullptr) list_ = new List;
    list_->item[list_->size++] = appender;
  }
  bool IsAttached(const Appender* appender) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (list_ == nullptr || appender == nullptr) return false;
    const int size = list_->size;
    for (int i = 0; i < size; ++i)
      if (list_->item[i] == appender) return true;
    return false;
  }
  void RemoveAll() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (list_ != nullptr) {
      const int size = list_->size;
      for (int i = 0; i < size; ++i) list_->item[i]->Close();
      list_->size = 0;
      list_ = nullptr;
    }
  }

 private:
  std::mutex mutex_;
  List* list_ = nullptr;  // never given back: the failure is a null pointer
};

static Attachable attachable;
static Appender appender;

int main() {
  attachable.Add(&appender);
  std::thread asks([] { attachable.IsAttached(&appender); });
  std::thread removes([] { attachable.RemoveAll(); });
  asks.join();
  removes.join();
}
