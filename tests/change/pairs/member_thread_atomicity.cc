//: what: the unit of a thread that enters a member function directly is split
//: impact: changed
//: fault: assert
//: found: yes
#include <cassert>
#include <mutex>
#include <thread>
class Worker {
 public:
  void Run() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int seen = done_;
+    lock.unlock();
+    lock.lock();
    done_ = seen + 1;
  }
  int done() const { return done_; }

 private:
  std::mutex mutex_;
  int done_ = 0;
};
int main() {
  Worker worker;
  std::thread a(&Worker::Run, &worker), b(&Worker::Run, &worker);
  a.join();
  b.join();
  assert(worker.done() == 2);
}
