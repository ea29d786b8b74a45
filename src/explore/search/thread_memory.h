// Where the runtime keeps the memory of threads (runtime/layout.h): one slot for each, with its stack and thread-local variables
// below kSlotTop and its heap above. Slot 0 is main's.
#pragma once

#include <cstdint>

namespace reweave::inline search {

constexpr std::uint64_t kSlots = 0x2000'0000'0000 + 0x20'0000'0000, kSlotBytes = 1ull << 30, kMostSlots = 512;
constexpr std::uint64_t kSlotTop = (16ull << 20) + (128 << 10);
constexpr std::uint64_t kNoSlot = ~0ull;

constexpr std::uint64_t SlotOf(std::uint64_t address) {
  return address - kSlots < kMostSlots * kSlotBytes ? (address - kSlots) / kSlotBytes : kNoSlot;
}
// Goes when the thread ends.
constexpr bool IsOnStack(std::uint64_t address) {
  return address - kSlots - kSlotBytes < (kMostSlots - 1) * kSlotBytes && (address & (kSlotBytes - 1)) < kSlotTop;
}

}  // namespace reweave::inline search
