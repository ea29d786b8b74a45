//: what: the deleter of a shared_ptr gives the object back to its pool without the pool's lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
struct Buffer {
  char bytes[8];
};
class Pool {
 public:
  std::shared_ptr<Buffer> Get() {
    std::lock_guard<std::mutex> guard(mutex_);
    Buffer* buffer = free_.empty() ? new Buffer : free_.back();
    if (!free_.empty()) free_.pop_back();
    return std::shared_ptr<Buffer>(buffer, [this](Buffer* b) { Put(b); });
  }
  ~Pool() {
    for (Buffer* b : free_) delete b;
  }

 private:
  void Put(Buffer* b) {
-    std::lock_guard<std::mutex> guard(mutex_);
    free_.push_back(b);
  }
  std::mutex mutex_;
  std::vector<Buffer*> free_;
};
int main() {
  Pool pool;
  auto use = [&] { pool.Get()->bytes[0] = 1; };
  std::thread a(use), b(use);
  a.join();
  b.join();
}
