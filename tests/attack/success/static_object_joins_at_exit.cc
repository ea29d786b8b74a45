// shows: a static object stops and joins its thread in its destructor, before what the thread uses is destroyed
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

static std::string text = "a text that is too long for the inside of the object";

class Logger {
 public:
  Logger() : thread_([this] { Run(); }) {}
  ~Logger() {
    {
      std::lock_guard lock(m_);
      stop_ = true;
    }
    cv_.notify_one();
    thread_.join();
  }

 private:
  void Run() {
    std::unique_lock lock(m_);
    while (!stop_) {
      assert(text.size() > 20);
      cv_.wait(lock);
    }
  }
  std::mutex m_;
  std::condition_variable cv_;
  bool stop_ = false;
  std::thread thread_;
};
static Logger logger;  // after text: destroyed before it

int main() { return 0; }
