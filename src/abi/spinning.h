// How long each side looks at a ring before it sleeps. Spinning pays if the other side runs at the same time and answers soon. On
// a busy machine, or where a run takes long, it only takes the processor from others: who spun in vain spins half as long the
// next time, and now and then tries again whether it pays.
#pragma once

#include <cstdint>

namespace reweave::abi {

class Spinning {
 public:
  // Calls look() up to `most` times, with a pause after each, until it is true. Returns whether it was.
  template <typename Look>
  bool Until(std::uint32_t most, Look look) {
    const std::uint32_t turns = waits_++ % kTryEvery == 0 || now_ > most ? most : now_;
    for (std::uint32_t i = 0; i < turns; ++i) {
      if (look()) return now_ = most, true;
      __builtin_ia32_pause();
    }
    now_ = turns / 2 < now_ ? turns / 2 : now_ / 2;
    return look();
  }

 private:
  static constexpr std::uint32_t kTryEvery = 16;
  std::uint32_t now_ = ~0u, waits_ = 0;
};

}  // namespace reweave::abi
