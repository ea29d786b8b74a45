// Work may be added until the queue is closed. The change looks whether it is closed before it takes the lock.
#include <cassert>
#include <deque>
#include <mutex>
#include <thread>

class Queue {
 public:
  bool Push(int work) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (closed_) return false;
    work_.push_back(work);
    ++pending_;
    return true;
  }
  void Close() {
    std::lock_guard<std::mutex> guard(mutex_);
    closed_ = true;
    work_.clear();
    pending_ = 0;
  }
  int pending() const { return pending_; }

 private:
  std::mutex mutex_;
  std::deque<int> work_;
  int pending_ = 0;
  bool closed_ = false;
};

int main() {
  Queue queue;
  std::thread producer([&] { queue.Push(1); });
  std::thread closer([&] { queue.Close(); });
  producer.join();
  closer.join();
  assert(queue.pending() == 0);
}
