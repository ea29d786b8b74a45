// An analysis that somebody waits for ends when its time is over, wherever it is.
#pragma once

#include <chrono>
#include <cstdint>

namespace reweave::recontest {

class Deadline {
 public:
  using Time = std::chrono::steady_clock::time_point;
  struct Over {};  // thrown by Turn; caught where the analysis began

  explicit Deadline(Time end) : end_(end) {}
  // Said by every loop over events, accesses or candidates.
  void Turn() const {
    if ((turns_++ & 1023) == 0 && std::chrono::steady_clock::now() >= end_) throw Over();
  }

 private:
  Time end_;
  mutable std::uint32_t turns_ = 0;
};

}  // namespace reweave::recontest
