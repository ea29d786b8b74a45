//: what: a guard of our own becomes movable by default: the one that was moved from unlocks, too
//: impact: changed
//: select: yes
//: slow: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>
#include <utility>
class Held {
 public:
  explicit Held(std::mutex& mutex) : mutex_(&mutex) { mutex_->lock(); }
-  Held(Held&& other) noexcept : mutex_(std::exchange(other.mutex_, nullptr)) {}
+  Held(Held&& other) noexcept = default;
  ~Held() {
    if (mutex_) mutex_->unlock();
  }

 private:
  std::mutex* mutex_;
};
std::mutex mutex;
int total;
void Add(Held held) { ++total; }
void Work() {
  Held held(mutex);
  int before = total;
  Add(std::move(held));
  if (before > 5) total = 0;
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
