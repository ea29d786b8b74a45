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
    std::unique_lock lock(mutex_);  // @1 belongs
    items_.push_back(x);  // @1 belongs
    ready_.notify_all();  // @0
  }
  int Take() {
    std::unique_lock lock(mutex_);  // @1 belongs
    ready_.wait(lock, [this] { return !items_.empty() || closed_; });  // @0
    int x = items_.front();  // @1 belongs
    items_.pop_front();  // @1 belongs
    return x;  // @1 belongs
  }
  void Close() {
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
    }
    space_.notify_one();  // @0
  }
};
Queue queue;
//! field library::Queue::mutex_ 3 belongs
//! field library::Queue::items_ 3
//! field library::Queue::ready_ 3
//! field library::Queue::space_ 3
//! field library::Queue::closed_ 3
//! field library::Queue::log_ 3
//! field library::Queue::name_ 3
//! field library::Queue::title_ 3
//! field library::Queue::count_ 3

void Container(int x) {
  queue.log_.push_back(x);  // @0
  queue.count_ = x;
}
void Reference(int x) {
  std::deque<int>& items = queue.items_;  // @0
  Queue* q = &queue;  // @0
  queue.count_ = x;
}
void Index(int x) {
  queue.count_ = queue.log_[x];  // @0
}
void Iterate(int x) {
  for (int item : queue.log_)  // @0
    queue.count_ += item;  // @0
}
void Shared(std::shared_ptr<Queue> q, int x) {
  q->title_.clear();  // @0
  q->count_ = x;
}
void Pointer(Queue* q, int x) {
  q->name_.clear();  // @0
  q->count_ = x;
}
void Use() {
  queue.Put(1);
  queue.Take();
  queue.Close();
}

}  // namespace library

int main() {}
