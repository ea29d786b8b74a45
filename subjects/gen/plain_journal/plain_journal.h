// Lines of a journal. An object must not be used from several threads without a lock around it; the counter of all
// objects is atomic.
#pragma once

#include <atomic>
#include <string>
#include <vector>

class PlainJournal {
 public:
  void Write(const std::string& line) {
    lines_.push_back(line);
    total_.fetch_add(1);
  }
  std::string Last() const { return lines_.empty() ? "" : lines_.back(); }
  static int Total() { return total_.load(); }

 private:
  static inline std::atomic<int> total_{0};
  std::vector<std::string> lines_;
};
