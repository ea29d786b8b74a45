// How many bytes may still be fetched.
#pragma once

#include <mutex>

class Budget {
 public:
  explicit Budget(long bytes) : left_(bytes) {}
  bool Take(long bytes);  // false: it is used up
  void Give(long bytes);
  long Left() const;
  long Refused() const;

 private:
  mutable std::mutex mutex_;
  long left_;
  long refused_ = 0;
};
