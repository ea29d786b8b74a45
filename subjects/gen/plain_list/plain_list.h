// A list of numbers for one thread. Not thread-safe: callers lock.
#pragma once

#include <cstddef>
#include <vector>

class PlainList {
 public:
  void Add(int number) { numbers_.push_back(number); }
  void Clear() { numbers_.clear(); }
  std::size_t Size() const { return numbers_.size(); }
  bool Has(int number) const {
    for (const int one : numbers_)
      if (one == number) return true;
    return false;
  }

 private:
  std::vector<int> numbers_;
};
