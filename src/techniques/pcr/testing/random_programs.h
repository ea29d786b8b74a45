// Threads at random, for whole searches on the simulator.
#pragma once

#include <optional>

#include "explore/search/testing/simulator.h"

namespace reweave::pcr {

// A thread over a few variables and one lock; what it does next depends on what it read.
inline SimBody RandomBody(unsigned seed) {
  return [seed](SimLocals& locals) -> std::optional<SimOp> {
    if (locals.pc == 0) locals.r[0] = seed;
    else
      locals.r[0] = static_cast<long>((static_cast<unsigned long>(locals.r[0]) * 6364136223846793005ul + 1442695040888963407ul +
                                       static_cast<unsigned long>(locals.last)));
    const auto random = static_cast<unsigned long>(locals.r[0]) >> 33;
    const int variable = static_cast<int>(random % 3);
    if (locals.pc > 6) {
      if (locals.r[1] != 0) return locals.r[1] = 0, SimOp{.kind = SimOp::kUnlock, .object = 10};
      return std::nullopt;
    }
    switch (random / 3 % 7) {
      case 0:
      case 1:
      case 2: return SimOp{.kind = SimOp::kLoad, .object = variable};
      case 3:
      case 4: return SimOp{.kind = SimOp::kStore, .object = variable, .value = static_cast<long>(random / 21 % 3)};
      case 5: return SimOp{.kind = SimOp::kAdd, .object = variable, .value = 1};
      default:
        if (locals.r[1] != 0) return locals.r[1] = 0, SimOp{.kind = SimOp::kUnlock, .object = 10};
        return locals.r[1] = 1, SimOp{.kind = SimOp::kLock, .object = 10};
    }
  };
}

}  // namespace reweave::pcr
