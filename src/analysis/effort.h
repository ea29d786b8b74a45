// What an analysis may take. Its loops say Effort::Turn(); past a limit, or after Ctrl-C, that ends the analysis where it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace reweave::inline analysis {

struct EffortLimits {
  std::chrono::nanoseconds time = std::chrono::seconds(60);  // of the processor; three times as much on the clock
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that the process may have
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();  // of whoever waits for it
};

// Counts while it exists; one at a time in a thread. Loops that turn without one are not bounded.
class Effort {
 public:
  // Thrown by Turn; caught by who made the Effort.
  struct Spent {
    std::string why;  // "after 60 s", "at 4.0 GiB", "interrupted"
  };

  explicit Effort(const EffortLimits& limits);
  ~Effort();
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;

  static void Turn() {
    if (current_ != nullptr && (++current_->turns_ & 255) == 0) current_->Look();
  }

 private:
  void Look();

  static thread_local Effort* current_;
  EffortLimits limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::nanoseconds start_cpu_;
  std::uint64_t turns_ = 0;
};

}  // namespace reweave::inline analysis
