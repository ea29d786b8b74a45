//: what: a function on one line gives back a count and no longer takes its lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
class Counter {
 public:
  void Add() {
    std::lock_guard<std::mutex> lock(mutex_);
    ++count_;
  }
-  long Count() { std::lock_guard<std::mutex> lock(mutex_); return count_; }
+  long Count() { return count_; }

 private:
  std::mutex mutex_;
  long count_ = 0;
};
int main() {
  Counter counter;
  std::thread one([&] { counter.Add(); });
  std::thread two([&] { counter.Count(); });
  one.join();
  two.join();
  return 0;
}
