// Names and their numbers, looked up in both directions. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <string>

namespace office {

class Registry {
 public:
  void Add(const std::string& name, int number) {
    const std::lock_guard<std::mutex> names(names_mutex_);
    const std::lock_guard<std::mutex> numbers(numbers_mutex_);
    numbers_[name] = number;
    names_[number] = name;
  }

  void RemoveNumber(int number) {
    const std::lock_guard<std::mutex> numbers(numbers_mutex_);  // planted: the other order
    const std::lock_guard<std::mutex> names(names_mutex_);
    const auto found = names_.find(number);
    if (found == names_.end()) return;
    numbers_.erase(found->second);
    names_.erase(found);
  }

  bool Has(const std::string& name) const {
    const std::lock_guard<std::mutex> numbers(numbers_mutex_);
    return numbers_.count(name) > 0;
  }

  std::string NameOf(int number) const {
    const std::lock_guard<std::mutex> names(names_mutex_);
    const auto found = names_.find(number);
    return found == names_.end() ? "" : found->second;
  }

 private:
  mutable std::mutex names_mutex_, numbers_mutex_;
  std::map<std::string, int> numbers_;
  std::map<int, std::string> names_;
};

}  // namespace office
