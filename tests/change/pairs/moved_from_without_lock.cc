//: what: the move constructor takes over the other object's items without its lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
#include <vector>
class Inbox {
 public:
  Inbox() = default;
  Inbox(Inbox&& other) {
-    std::lock_guard<std::mutex> guard(other.mutex_);
    items_ = std::move(other.items_);
  }
  void Add(int item) {
    std::lock_guard<std::mutex> guard(mutex_);
    items_.push_back(item);
  }
  size_t size() {
    std::lock_guard<std::mutex> guard(mutex_);
    return items_.size();
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
};
int main() {
  Inbox inbox;
  std::thread a([&] { inbox.Add(1); });
  Inbox taken(std::move(inbox));
  a.join();
  return taken.size() > 1;
}
