// What the tests explore: a counter that loses an update in some schedules only, and one that never does.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

struct Counter {
  std::atomic<int> value{0};
  std::mutex mutex;

  void AddTwice(bool locked) {
    const auto add = [&] {
      std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
      if (locked) lock.lock();
      const int seen = value.load();
      value.store(seen + 1);
    };
    std::thread a(add), b(add);
    a.join();
    b.join();
  }
};
