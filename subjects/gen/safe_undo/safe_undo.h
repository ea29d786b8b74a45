// Keeps the last writes; every fourth one moves them to the archive. Thread-safe.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

class SafeUndo {
 public:
  void Write(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    recent_.push_back(value);
    if (recent_.size() < 4) return;
    const std::vector<int> full = recent_;
    recent_.clear();
    lock.unlock();
    Store(full);
  }

  bool Undo() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (recent_.empty()) return false;
    recent_.pop_back();
    return true;
  }

  std::size_t Recent() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return recent_.size();
  }

  std::size_t Archived() const {
    const std::lock_guard<std::mutex> lock(archive_mutex_);
    return archive_.size();
  }

 private:
  void Store(const std::vector<int>& values) {
    const std::lock_guard<std::mutex> lock(archive_mutex_);
    archive_.insert(archive_.end(), values.begin(), values.end());
  }

  mutable std::mutex mutex_, archive_mutex_;
  std::vector<int> recent_, archive_;
};
