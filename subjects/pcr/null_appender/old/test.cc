// V19 NullAppender, Log4j 1.2.13, corrected: one lock around what belongs together.
#include <mutex>
#include <thread>

struct Priority {
  int level = 0;
  bool AtLeast(const Priority* other) const { return level >= other->level; }
};

class NullAppender {
 public:
  void SetThreshold(const Priority* threshold) {
    std::lock_guard<std::mutex> guard(mutex_);
    threshold_ = threshold;
  }
  bool IsAsSevere(const Priority& priority) {
    std::lock_guard<std::mutex> guard(mutex_);
    return threshold_ == nullptr || priority.AtLeast(threshold_);
  }

 private:
  std::mutex mutex_;
  const Priority* threshold_ = nullptr;
};

static NullAppender appender;
static Priority warn{3};

int main() {
  appender.SetThreshold(&warn);
  std::thread first([] {
    appender.IsAsSevere(warn);
    appender.SetThreshold(nullptr);
  });
  std::thread second([] {
    appender.IsAsSevere(warn);
    appender.SetThreshold(&warn);
  });
  first.join();
  second.join();
}
