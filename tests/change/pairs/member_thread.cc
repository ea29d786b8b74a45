//: what: a thread enters a member function directly; that one no longer locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
class Worker {
 public:
  void Run() {
-    std::lock_guard<std::mutex> guard(mutex_);
    ++done_;
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
  return worker.done() == 0;
}
