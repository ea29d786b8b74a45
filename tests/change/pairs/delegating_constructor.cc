//: what: the default constructor delegates with another argument
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>

class Cache {
 public:
-  Cache() : Cache(true) {}
+  Cache() : Cache(false) {}
  explicit Cache(bool synchronised) : synchronised_(synchronised) {}
  void Put(int v) {
    std::unique_lock<std::mutex> lock(mutex_, std::defer_lock);
    if (synchronised_) lock.lock();
    last_ = v;
  }

 private:
  const bool synchronised_;
  std::mutex mutex_;
  int last_ = 0;
};

int main() {
  Cache cache;
  std::thread a([&] { cache.Put(1); });
  std::thread b([&] { cache.Put(2); });
  a.join();
  b.join();
}
