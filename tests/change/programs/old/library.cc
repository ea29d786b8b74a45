#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace library {

struct Queue {
  std::mutex mutex_;
  std::condition_variable ready_, space_;
  std::deque<int> items_;
  std::vector<int> log_;
  std::string name_, title_;
  int count_ = 0;
  bool closed_ = false;

  void Put(int x) {
    std::unique_lock lock(mutex_);
    items_.push_back(x);
    ready_.notify_one();
  }
  int Take() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return !items_.empty(); });
    int x = items_.front();
    items_.pop_front();
    return x;
  }
  void Close() {
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
    }
    ready_.notify_one();
  }
};
Queue queue;

void Container(int x) {
  queue.count_ = x;
}
void Reference(int x) {
  queue.count_ = x;
}
void Index(int x) {
  queue.count_ = x;
}
void Iterate(int x) {
  queue.count_ = x;
}
void Shared(std::shared_ptr<Queue> q, int x) {
  q->count_ = x;
}
void Pointer(Queue* q, int x) {
  q->count_ = x;
}
void Use() {
  queue.Put(1);
  queue.Take();
  queue.Close();
}

}  // namespace library

int main() {}
