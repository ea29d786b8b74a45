// Jobs that threads hand to each other. Every method may be called by any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

struct Job {
  explicit Job(int number) : number(number) {}
  Job(const Job&) = delete;
  int number;
};

class JobBox {
 public:
  void Put(std::unique_ptr<Job> job) {
    const std::lock_guard<std::mutex> lock(mutex_);
    jobs_.push_back(std::move(job));
  }

  // The newest job; null if there is none.
  std::unique_ptr<Job> Take() {
    if (Count() == 0) return nullptr;
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Job> out = std::move(jobs_.at(jobs_.size() - 1));  // planted: empty meanwhile
    jobs_.pop_back();
    return out;
  }

  std::size_t Count() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return jobs_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Job>> jobs_;
};
