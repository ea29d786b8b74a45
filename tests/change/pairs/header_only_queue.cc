//: what: a queue that is only a header loses the lock of Size; another unit polls it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: monitor.cc
//: slow: yes
#include <thread>
#include "queue.h"
int Watch(Queue<int>& queue);
int main() {
  Queue<int> queue;
  std::thread producer([&] { queue.Push(3); });
  Watch(queue);
  producer.join();
}
//: file: monitor.cc
#include "queue.h"
int Watch(Queue<int>& queue) {
  int seen = 0;
  for (int i = 0; i < 2; ++i) seen += static_cast<int>(queue.Size());
  return seen;
}
//: file: queue.h
#pragma once
#include <deque>
#include <mutex>
template <class T>
class Queue {
 public:
  void Push(T value) {
    std::lock_guard<std::mutex> guard(mutex_);
    items_.push_back(std::move(value));
  }
  bool Pop(T* out) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (items_.empty()) return false;
    *out = std::move(items_.front());
    items_.pop_front();
    return true;
  }
-  size_t Size() const {
-    std::lock_guard<std::mutex> guard(mutex_);
-    return items_.size();
-  }
+  size_t Size() const { return items_.size(); }

 private:
  mutable std::mutex mutex_;
  std::deque<T> items_;
};
