// V8 Logger, JDK 1.4.1, corrected: one lock around what belongs together.
#include <atomic>
#include <mutex>
#include <thread>

struct Filter {
  virtual ~Filter() = default;
  virtual bool IsLoggable(int level) const { return level > 1; }
};

class Logger {
 public:
  void SetFilter(Filter* filter) {
    std::lock_guard<std::mutex> guard(mutex_);
    filter_ = filter;
  }
  void SetLevel(int level) { level_.store(level); }
  void Info(int level) {
    if (level < level_.load()) return;
    Filter* filter = nullptr;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      filter = filter_;
    }
    if (filter != nullptr && !filter->IsLoggable(level)) return;
    std::lock_guard<std::mutex> guard(mutex_);
    ++written_;
  }

 private:
  std::mutex mutex_;
  Filter* filter_ = nullptr;
  std::atomic<int> level_{0};
  int written_ = 0;
};

static Logger logger;
static Filter filter;

int main() {
  std::thread first([] { logger.SetFilter(nullptr); });
  std::thread second([] {
    logger.SetFilter(&filter);
    logger.Info(2);
  });
  first.join();
  second.join();
}
