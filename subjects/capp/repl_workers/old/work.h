// Work items, their pool and what came out of them.
#pragma once
#include <deque>
#include <mutex>

struct WorkItem {
  int number = 0;
  int depth = 0;  // items made of this one
};

class WorkPool {  // its owner locks
 public:
  void put(WorkItem item) { items_.push_back(item); }
  bool empty() const { return items_.empty(); }
  WorkItem take() {
    WorkItem item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::deque<WorkItem> items_;
};

class Results {
 public:
  void add(int number);
  int count();

 private:
  std::mutex mutex_;
  int count_ = 0;
  int sum_ = 0;
};
