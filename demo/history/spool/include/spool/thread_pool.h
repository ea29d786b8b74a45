// A fixed number of threads that run what is submitted, in the order of submission. A task that throws counts as failed; the pool
// goes on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "spool/bounded_queue.h"

namespace spool {

struct PoolOptions {
  std::size_t threads = 2;
  std::size_t backlog = 16;  // tasks that may wait; Submit waits when there are more
};

struct PoolStatistics {
  std::uint64_t submitted = 0, completed = 0, failed = 0;
};

class ThreadPool {
 public:
  explicit ThreadPool(const PoolOptions& options = {});
  ~ThreadPool();  // Stop()
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // False: the pool is stopped.
  bool Submit(std::function<void()> task);
  // Until everything submitted so far has run.
  void Wait();
  // Runs what was submitted, then ends the threads. May be called more than once.
  void Stop();

  PoolStatistics statistics() const;

 private:
  void Work();
  void Finish(bool failed);

  BoundedQueue<std::function<void()>> tasks_;
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  std::size_t pending_ = 0;  // submitted and not yet finished
  PoolStatistics statistics_;
  std::vector<std::thread> threads_;
};

}  // namespace spool
