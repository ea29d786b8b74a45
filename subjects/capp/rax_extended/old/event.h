// A counted event: signals are told apart by the count they leave.
#pragma once
#include <condition_variable>
#include <mutex>

class Event {
 public:
  int count();
  void signal();
  int waitForChange(int seen);  // waits until the count is not `seen`, and returns it
  void waitForSignal(int seen);  // waits for the next signal; the count must still be `seen`

 private:
  static constexpr int kWrap = 1000;

  std::mutex mutex_;
  std::condition_variable signalled_;
  int count_ = 0;
};
