// V18 FileAppender, Log4j 1.2.13, corrected: one lock around what belongs together.
#include <cassert>
#include <mutex>
#include <thread>

class FileAppender {
 public:
  explicit FileAppender(const char* name) : name_(name) {}
  void ActivateOptions() {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    if (name_ == nullptr) {
      ++warnings_;
      return;
    }
    SetFile(name_);
  }
  void SetFile(const char* name) {
    std::lock_guard<std::recursive_mutex> guard(mutex_);
    assert(name != nullptr);
    name_ = nullptr;
    open_ = false;
    name_ = name;
    open_ = true;
  }
  void Check() const { assert(open_ && name_ != nullptr && warnings_ == 0); }

 private:
  std::recursive_mutex mutex_;
  const char* name_;
  bool open_ = false;
  int warnings_ = 0;
};

static FileAppender appender("log");

int main() {
  std::thread first([] {
    appender.ActivateOptions();
    appender.ActivateOptions();
  });
  std::thread second([] {
    appender.ActivateOptions();
    appender.ActivateOptions();
  });
  first.join();
  second.join();
  appender.Check();
}
