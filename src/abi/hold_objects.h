// Holds that are about one object. A place in a loop comes to many: the entry after a Hold may say which one each half of it
// means. Such an entry has first_site = kHoldObjects; first_caller and then_caller are the low halves of the objects' addresses
// (Event::obj), 0 = any. then_site is how many executions of the second half go through before the first one is held: with 1,
// whatever `first` does, it does after exactly one of many threads has come through.
#pragma once

#include <cstdint>

#include "abi/control.h"

namespace reweave::abi {

constexpr std::uint32_t kHoldObjects = 0xffffffff;
// As first_site: no operation stands there, so whoever is at the second half waits while anybody else can run.
constexpr std::uint32_t kHoldToTheEnd = 0xfffffffe;

inline Hold ObjectsOfHold(std::uint64_t first, std::uint64_t then, std::uint32_t passes = 0) {
  return {kHoldObjects, static_cast<std::uint32_t>(first), passes, static_cast<std::uint32_t>(then)};
}

}  // namespace reweave::abi
