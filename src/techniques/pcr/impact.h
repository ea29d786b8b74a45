// What a change affects, as an input of the strategy pcr (rule 0): accesses whose surroundings are not what they were.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "abi/event.h"

namespace reweave::pcr {

struct Impact {
  std::function<bool(const abi::Event&)> is_impacted;
  // Whether runs of the old version had the pattern, by the places of its steps in the new one. None: nothing is known of them.
  std::function<bool(std::uint8_t pattern, std::span<const std::uint32_t> sites)> seen_before = {};
};

}  // namespace reweave::pcr
