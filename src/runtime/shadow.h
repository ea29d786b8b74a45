// Shadow cells: what the accesses of a run leave behind for each 8 bytes of the program (access.cc says what for).
#pragma once

#include <stddef.h>

#include "runtime/rt.h"

namespace reweave::rt {

// What one thread did to the bytes. A signal handler counts as a thread of its own.
struct Toucher {
  u16 tid;
  u8 read, write;
  u16 read_epoch, write_epoch;
};
constexpr u16 kEmpty = 0xffff, kMany = 0xfffe;  // Toucher::tid: nobody; more than there is room for
struct Cell {
  u8 shared;
  u8 plain;
  u8 racing;  // as the explorer says; racing bytes are shared
  u8 lent;  // on a stack, touched by others (kept over runs): liveness.cc
  u32 stamp;
  Toucher by[3];
};
static_assert(sizeof(Cell) == 32 && offsetof(Cell, by) == 8 && sizeof(Toucher) == 8);

// The first 8 bytes of the cell of an access that its thread may have noted before, as one number: `shared` 0, `plain` all ones.
constexpr u64 HeaderOf(u32 stamp) { return static_cast<u64>(stamp) << 32 | 0xff00; }
static_assert(offsetof(Cell, shared) == 0 && offsetof(Cell, plain) == 1 && offsetof(Cell, stamp) == 4);

inline Cell* CellOf(uptr a) { return reinterpret_cast<Cell*>(kShadow + ((a & kSpanMask & ~7ull) << 2)); }

// The list of shared locations of the control block.
inline abi::SharedSlot* SharedSlots() {
  return reinterpret_cast<abi::SharedSlot*>(reinterpret_cast<u8*>(g_rt.control) + g_rt.control->shared_offset);
}

// An access of up to 8 bytes that lies in one cell, and the cell's bytes it touches.
constexpr bool Whole(uptr a, u64 n) { return (a & 7) + n <= 8; }
constexpr u8 Bytes(uptr a, u64 n) { return static_cast<u8>(((1u << n) - 1) << (a & 7)); }

// The thread has noted the same access before, in the same epoch, and the bytes are its own: nothing to do. Whoever came in
// between compared itself with that note. Most accesses of a run end here.
inline bool NotedBefore(const Cell* cell, const Fiber* f, u8 mask, bool write, bool atomic) {
  const Toucher& t = cell->by[0];
  if (cell->stamp != g_rt.stamp || t.tid != f->notes_as || cell->shared & mask) return false;
  if (!atomic && (cell->plain & mask) != mask) return false;
  return write ? (t.write & mask) == mask && t.write_epoch == f->epoch : (t.read & mask) == mask && t.read_epoch == f->epoch;
}

// The same for accesses that are not atomic and do not go beyond their alignment, in fewer instructions, and only where the hooks
// pass over.
template <u64 kSize, bool kWrite>
inline bool PassesOver(uptr a, const Fiber* f) {
  const Cell* cell = CellOf(a);
  u64 header;
  __builtin_memcpy(&header, cell, sizeof header);
  header ^= g_rt.pass_header;
  const u32 masks = ((1u << kSize) - 1) * 0x101 << (a & (8 - kSize));  // of `shared` and of `plain`
  const Toucher& t = cell->by[0];
  const u8 noted = kWrite ? t.write : t.read;
  return a % kSize == 0 && !(header & masks) && !(header >> 32) && !(~noted & masks & 0xff) && t.tid == f->notes_as &&
         (kWrite ? t.write_epoch : t.read_epoch) == f->epoch;
}

}  // namespace reweave::rt
