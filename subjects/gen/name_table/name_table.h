// Numbers by name. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <string>

class NameTable {
 public:
  void Set(const std::string& name, int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    numbers_[name] = number;
  }

  void Remove(const std::string& name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    numbers_.erase(name);
  }

  // The number of the name, or `otherwise`. Never throws.
  int Find(const std::string& name, int otherwise) const {
    if (!Has(name)) return otherwise;
    const std::lock_guard<std::mutex> lock(mutex_);
    return numbers_.at(name);  // planted: it may be gone by now
  }

  bool Has(const std::string& name) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return numbers_.count(name) > 0;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, int> numbers_;
};
