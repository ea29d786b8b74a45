// Replicated workers on a common pool: execute() returns when the pool is empty and no worker can add to it any more.
#pragma once
#include <condition_variable>
#include <mutex>
#include <optional>

#include "barrier.h"
#include "work.h"

class Coordinator {
 public:
  explicit Coordinator(int workers) : workers_(workers), barrier_(workers + 1) {}

  // Of the owner.
  void put(WorkItem item);
  void execute();

  // Of the workers.
  std::optional<WorkItem> take();  // waits; nothing: the computation is done
  void beginRound() { barrier_.await(); }
  void endRound() { barrier_.await(); }

 private:
  void awaitTermination();

  const int workers_;
  Barrier barrier_;
  std::mutex mutex_;
  std::condition_variable workOrDone_;
  std::condition_variable takerBlocked_;
  WorkPool pool_;
  int blockedTakers_ = 0;
  bool done_ = false;
};
