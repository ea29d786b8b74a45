// Two resources with a lock each, and the two threads that use both.
#pragma once
#include <mutex>

struct Resource {
  std::mutex lock;
  int value = 0;
};

class Updater {
 public:
  Updater(Resource& first, Resource& second) : first_(first), second_(second) {}
  void run();

 private:
  Resource& first_;
  Resource& second_;
};

class Reader {
 public:
  Reader(Resource& first, Resource& second) : first_(first), second_(second) {}
  void run();
  int sum() const { return sum_; }

 private:
  Resource& first_;
  Resource& second_;
  int sum_ = 0;
};
