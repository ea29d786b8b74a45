// What a change affects, as an input of the strategy pcr (rule 0): accesses whose surroundings are not what they were.
#pragma once

#include <functional>

#include "abi/event.h"

namespace reweave::pcr {

struct Impact {
  std::function<bool(const abi::Event&)> is_impacted;
};

}  // namespace reweave::pcr
