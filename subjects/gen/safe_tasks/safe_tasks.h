// Tasks for workers, until it is closed.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>

class SafeTasks {
 public:
  // False, and the task is gone, if it is closed.
  bool Push(std::unique_ptr<int> task) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (closed_) return false;
      tasks_.push_back(std::move(task));
    }
    changed_.notify_one();
    return true;
  }

  // Waits for a task; null once it is closed and empty.
  std::unique_ptr<int> Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !tasks_.empty(); });
    if (tasks_.empty()) return nullptr;
    std::unique_ptr<int> out = std::move(tasks_.front());
    tasks_.pop_front();
    return out;
  }

  void Close() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<int>> tasks_;
  bool closed_ = false;
};
