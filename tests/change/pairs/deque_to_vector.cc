//: what: references into a deque stay valid on push_back, into a vector not
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

struct Entry {
  int value = 1;
};

class Log {
 public:
  Entry& Add() {
    std::lock_guard<std::mutex> guard(mutex_);
    entries_.push_back(Entry());
    return entries_.back();
  }

 private:
  std::mutex mutex_;
-  std::deque<Entry> entries_;
+  std::vector<Entry> entries_;
};

Log shared_log;
int main() {
  std::thread a([] {
    Entry& e = shared_log.Add();
    e.value = 5;
  });
  std::thread b([] {
    Entry& e = shared_log.Add();
    e.value = 6;
  });
  a.join();
  b.join();
}
