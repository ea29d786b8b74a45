//: what: an enum becomes an enum class, with the scope written out
//: impact: same
//: fault: none
//: slow: yes
#include <mutex>
#include <thread>
-enum State { IDLE, BUSY, DONE };
+enum class State : unsigned { kIdle, kBusy, kDone };
class Job {
 public:
  void Run() {
    std::lock_guard<std::mutex> guard(mutex_);
-    if (state_ == IDLE) state_ = BUSY;
-    else state_ = DONE;
+    if (state_ == State::kIdle) state_ = State::kBusy;
+    else state_ = State::kDone;
  }

 private:
  std::mutex mutex_;
-  State state_ = IDLE;
+  State state_ = State::kIdle;
};
int main() {
  Job job;
  std::thread a([&] { job.Run(); }), b([&] { job.Run(); });
  a.join();
  b.join();
}
