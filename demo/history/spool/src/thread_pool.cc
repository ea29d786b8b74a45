#include "spool/thread_pool.h"

#include <utility>

namespace spool {

ThreadPool::ThreadPool(const PoolOptions& options) : tasks_(options.backlog) {
  threads_.reserve(options.threads);
  for (std::size_t i = 0; i < options.threads; ++i) threads_.emplace_back([this] { Work(); });
}

ThreadPool::~ThreadPool() { Stop(); }

bool ThreadPool::Submit(std::function<void()> task) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ++pending_;
    ++statistics_.submitted;
  }
  if (tasks_.Push(std::move(task))) return true;
  std::lock_guard<std::mutex> lock(mutex_);
  --statistics_.submitted;
  if (--pending_ == 0) idle_.notify_all();
  return false;
}

void ThreadPool::Wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  idle_.wait(lock, [this] { return pending_ == 0; });
}

void ThreadPool::Stop() {
  tasks_.Close();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

PoolStatistics ThreadPool::statistics() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return statistics_;
}

void ThreadPool::Work() {
  while (auto task = tasks_.Pop()) {
    bool failed = false;
    try {
      (*task)();
    } catch (...) {
      failed = true;
    }
    Finish(failed);
  }
}

void ThreadPool::Finish(bool failed) {
  std::lock_guard<std::mutex> lock(mutex_);
  ++(failed ? statistics_.failed : statistics_.completed);
  if (--pending_ == 0) idle_.notify_all();
}

}  // namespace spool
