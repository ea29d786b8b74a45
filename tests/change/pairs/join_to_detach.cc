//: what: the worker is detached and its object freed, which is no access
//: impact: changed
//: fault: any
//: found: yes
#include <memory>
#include <thread>

class Job {
 public:
  Job() : worker_([this] { result_ = 42; }) {}
  ~Job() {
-    if (worker_.joinable()) worker_.join();
+    if (worker_.joinable()) worker_.detach();
  }

 private:
  int result_ = 0;
  std::thread worker_;
};

int main() {
  auto job = std::make_unique<Job>();
  job.reset();
}
