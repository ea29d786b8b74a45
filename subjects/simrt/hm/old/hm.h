#pragma once

#include <mutex>

struct Entry {
  Entry* next;
};

class HM {
 public:
  HM(int capacity, float load);
  bool containsValue(const HM* value);
  void clear();

 private:
  std::mutex mu_;
  Entry** table_;
  const int len_;
  int modCount_;
};
