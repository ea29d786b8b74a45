// Runs a function on a thread of its own, once for each Kick. Start and Stop may be called by anybody, as often as wanted.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

class SafeTimer {
 public:
  explicit SafeTimer(std::function<void()> run) : run_(std::move(run)) {}
  SafeTimer(const SafeTimer&) = delete;
  ~SafeTimer() { Stop(); }

  void Start() {
    const std::lock_guard<std::mutex> lock(control_);
    if (thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> inner(mutex_);
      ending_ = false;
    }
    thread_ = std::thread([this] { Loop(); });
  }

  void Stop() {
    const std::lock_guard<std::mutex> lock(control_);
    if (!thread_.joinable()) return;
    {
      const std::lock_guard<std::mutex> inner(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
    thread_ = std::thread();
  }

  void Kick() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++kicks_;
    }
    changed_.notify_all();
  }

 private:
  void Loop() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ending_ || kicks_ > 0; });
      if (ending_) return;
      --kicks_;
      lock.unlock();
      run_();
      lock.lock();
    }
  }

  std::function<void()> run_;
  std::mutex control_, mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  int kicks_ = 0;
  bool ending_ = false;
};
