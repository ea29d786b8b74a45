// Holds that are about one object. A place in a loop comes to many: the entry after a Hold may say which one each half of it
// means. Such an entry has first_site = kHoldObjects; first_caller and then_caller are the low halves of the objects' addresses
// (Event::obj), 0 = any.
#pragma once

#include <cstdint>

#include "abi/control.h"

namespace reweave::abi {

constexpr std::uint32_t kHoldObjects = 0xffffffff;

inline Hold ObjectsOfHold(std::uint64_t first, std::uint64_t then) {
  return {kHoldObjects, static_cast<std::uint32_t>(first), 0, static_cast<std::uint32_t>(then)};
}

}  // namespace reweave::abi
