// V19 NullAppender, Log4j 1.2.13: the threshold is compared with null and used, setThreshold(null) comes between.
#include <mutex>
#include <thread>

struct Priority {
  int level = 0;
  bool AtLeast(const Priority* other) const { return level >= other->level; }
};

class NullAppender {
 public:
  void SetThreshold(const Priority* threshold) { threshold_ = threshold; }
  bool IsAsSevere(const Priority& priority) { return threshold_ == nullptr || priority.AtLeast(threshold_); }

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
