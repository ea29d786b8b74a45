// Where things are in a controlled process. Everything the runtime owns has a fixed address, so that addresses mean the same
// in every process of a build, and so that no page is shared with the program (hazards 5 and 6).
//
//   kArena   tracked: saved and restored with the program. World (scheduler state), one slot a thread (stack, TLS, call
//            stack, keys, heap with its shadow), large blocks.
//   kImage   the page at A as it was at the rewind point lies at ImageOf(A); pages never saved read as zero.
//   kShadow  per 8 bytes of the program: who accessed it (access.cc). Not restored: stamped with the run's number.
//
// The three are linked by arithmetic on the low 41 bits of an address. The program's own segments (0x5555..., 0x7fff..., or
// 0x40.... without PIE), with address randomisation off, fall between the arena's parts and never on them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/image.h"

namespace reweave::rt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using uptr = std::uintptr_t;

constexpr u64 kPage = 4096;
constexpr u64 kSpanBits = abi::kSpanBits;
constexpr u64 kSpanMask = abi::kSpanMask;

constexpr uptr kArena = 0x2000'0000'0000;
constexpr uptr kImage = abi::kImage;
constexpr uptr kShadow = 0x4000'0000'0000;  // 32 bytes for 8: four times the span

// The runtime's private mappings: kept out of every saved image.
constexpr uptr kPrivate = 0x5800'0000'0000;
constexpr uptr kControlAddress = kPrivate;                        // shared with the explorer
constexpr uptr kPlanAddress = kPrivate + 0x100'0000'0000;         // copy of the plan in force
constexpr uptr kAltStackAddress = kPrivate + 0x200'0000'0000;     // signal stack for faults
constexpr uptr kCheckpointAddress = kPrivate + 0x300'0000'0000;   // saved pages
constexpr uptr kFilesAddress = kPrivate + 0x400'0000'0000;  // files to be put back; shared with children made for isolation
constexpr uptr kPrivateEnd = kPrivate + 0x1000'0000'0000;

constexpr uptr kWorldAddress = kArena + 0x10'0000'0000;
constexpr u64 kWorldBytes = 64ull << 20;

constexpr u32 kMaxSlots = 512;
constexpr u64 kSlotBytes = 1ull << 30;
constexpr uptr kSlots = kArena + 0x20'0000'0000;
constexpr uptr kSlotsEnd = kSlots + kMaxSlots * kSlotBytes;  // 0xA0...

constexpr uptr kLarge = kArena + 0xC0'0000'0000;  // blocks that fit no slot, big stacks
constexpr uptr kLargeEnd = kArena + 0x140'0000'0000;

// Inside a slot. What nearly every run touches lies around kSlotTop, in one page table: finding written pages costs by the
// page table entries looked at, and a page table that was never touched costs nothing.
constexpr u64 kSlotTop = (16ull << 20) + (128 << 10);  // [guard page][stack ... TLS, TCB] below
constexpr u64 kSlotCalls = kSlotTop;  // shadow call stack
constexpr u64 kSlotCallsBytes = 128 << 10;
constexpr u64 kSlotKeys = kSlotCalls + kSlotCallsBytes;  // thread-specific values
constexpr u64 kSlotKeysBytes = 16 << 10;
constexpr u64 kSlotHeap = kSlotKeys + kSlotKeysBytes;  // chunks to the end of the slot, each with its shadow first
constexpr u64 kChunk = 1 << 20;
constexpr u64 kChunkShadow = kChunk / 16;  // one byte for 16

constexpr uptr SlotAddress(u32 slot) { return kSlots + slot * kSlotBytes; }
constexpr uptr ImageOf(uptr a) { return abi::ImageAddress(a); }
constexpr bool InSlots(uptr a) { return a - kSlots < kMaxSlots * kSlotBytes; }
constexpr bool InSlotHeap(uptr a) { return InSlots(a) && (a & (kSlotBytes - 1)) >= kSlotHeap; }
constexpr bool InLarge(uptr a) { return a - kLarge < kLargeEnd - kLarge; }
// The chunk of a heap address, and the shadow byte of its granule.
constexpr uptr ChunkOf(uptr a) {
  uptr heap = (a & ~(kSlotBytes - 1)) + kSlotHeap;
  return heap + ((a - heap) & ~(kChunk - 1));
}
constexpr uptr HeapShadowOf(uptr a) { return ChunkOf(a) + ((a - ChunkOf(a)) >> 4); }
static_assert((kSlots & (kSlotBytes - 1)) == 0);

}  // namespace reweave::rt
