// Writing accesses that take one unit of the trace ring (abi/compact.h).
#pragma once

#include "runtime/rt.h"
#include "runtime/shadow.h"

namespace reweave::rt {

inline u64 LoadBytes(uptr a, u64 n) {
  u64 v = 0;
  __builtin_memcpy(&v, reinterpret_cast<void*>(a), n <= 8 ? n : 8);
  return v;
}

inline __attribute__((noinline)) void PutContext(const Fiber* f) {
  *g_rt.next++ = abi::ContextUnit(f->tid, f->ordinal, UserCallSite(f), CallContext(f),
                                  RW_UNLIKELY(g_rt.marks != nullptr) && OnMarkedStack(f) ? abi::kMarked : 0);
}

// A value that needs 64 bits leaves less room for the address.
inline __attribute__((noinline)) void PutWide(abi::Unit* unit, uptr a, u32 site, u8 bits, u64 value) {
  if (const u32 high = static_cast<u32>(a >> 32); high != g_rt.high) {
    g_rt.high = high;
    *unit++ = abi::HighUnit(a);
  }
  *unit = abi::WideUnit(a, site, bits, value);
  g_rt.next = unit + 1;
}

// Records an access of the running fiber that nobody else can notice; there is room for it, and its context is in force. Like a
// record of 48 bytes it is there before memory is touched, without its value: an access that crashes was made all the same.
template <bool kLoad>
inline void PutAccess(Fiber* f, uptr a, u64 n, u32 site, u8 bits, u64 value) {
  abi::Unit* const unit = g_rt.next;
  g_rt.chain = f->ordinal + 1;
  bits |= abi::SizeBits(n);
  if (kLoad) {
    *unit = abi::AccessUnit(a, site, bits | abi::kUnitNoValue, 0);
    g_rt.next = unit + 1;
    __asm__ volatile("" ::: "memory");
    const u64 seen = LoadBytes(a, n);
    if (!(bits & abi::kUnitWrites)) value = seen;
  }
  if (RW_UNLIKELY(abi::IsWide(value))) return PutWide(unit, a, site, bits, value);
  *unit = abi::AccessUnit(a, site, bits, value);
  g_rt.next = unit + 1;
}

// Whether several threads were there in this run, one of them writing.
inline bool Met(const Cell* cell) {
  if (cell->by[1].tid == kEmpty) return false;
  for (const Toucher& t : cell->by)
    if (t.tid != kEmpty && t.write) return true;
  return false;
}

// Such an access that is recorded only because all are. It is no news to threads that spin, whatever is recorded.
inline bool PutPrivate(Fiber* f, uptr a, u64 n, u32 site, bool write, u64 value, u8 flags) {
  if (RW_UNLIKELY(flags || !abi::FitsUnit(a, n, site))) return false;
  if (RW_UNLIKELY(g_rt.on_the_way)) return true;
  if (RW_UNLIKELY(g_rt.next > g_rt.stop)) MakeRoom();
  if (RW_UNLIKELY(f->ordinal != g_rt.chain)) PutContext(f);
  const u8 met = !Whole(a, n) || Met(CellOf(a)) ? abi::kUnitMet : 0;
  PutAccess<true>(f, a, n, site, static_cast<u8>((write ? abi::kUnitWrites : 0) | met), value);
  return true;
}

}  // namespace reweave::rt
