// A compare-exchange that wrote did so because of what it read; other read-modify-writes write in any case. Both are recorded as
// kAtomicRmw: this bit of Event::order tells them apart. Memory orders leave it free, and one that failed does not have it.
#pragma once

#include <cstdint>

namespace reweave::abi {

constexpr std::uint8_t kExchanged = 0x80;

}  // namespace reweave::abi
