// The trace ring in units of 16 bytes, and plain accesses in one of them.
//
// A record (abi/event.h) takes three units. Most records of a run that keeps every access say little: the next access of the same
// thread, from the same call site, to memory that nobody else uses. Such an access takes one unit, which is told from a record by
// its lowest byte (no kind of event is that large):
//
//   access   first: tag | site << 8 | address (32 bits) << 32     second: value (48 bits) | address (16 bits) << 48
//   wide     the same, but second is a value of 64 bits; the upper 16 bits of the address are those of the last `high`
//   context  first: tag | flags << 8 | tid << 16 | ordinal << 32  second: caller | ctx << 32: of the accesses that follow, whose
//            ordinals go up by one each
//   high     first: tag | the upper 16 bits of the addresses of wide accesses << 32
//   filler   nothing: a record does not wrap, so the last units of the ring may stay empty
//
// Contexts and highs are in force until the next one, whatever records come between; a run starts without either. An access that
// does not fit (site, size, address) is a record.
#pragma once

#include <cstdint>

#include "abi/event.h"

namespace reweave::abi {

struct Unit {
  std::uint64_t first, second;
};
static_assert(sizeof(Unit) == 16 && sizeof(Event) == 3 * sizeof(Unit));
constexpr std::uint64_t kEventUnits = sizeof(Event) / sizeof(Unit);

enum UnitTag : std::uint8_t {
  kUnitAccess = 0xa0,  // with UnitBits
  kUnitWide = 0xc0,  // with UnitBits
  kUnitContext = 0xe0,
  kUnitHigh = 0xe1,
  kUnitFiller = 0xe2,
};
#define RW_META(name, text) static_assert(static_cast<unsigned>(EventKind::k##name) < kUnitAccess);
#include "abi/event_kinds.def"

enum UnitBits : std::uint8_t {
  kUnitWrites = 1,
  kUnitSize = 6,  // log2 of the bytes, shifted by one
  kUnitMet = 8,  // another thread was at these 8 bytes before, in this run, and one of them or this access wrote there
  kUnitNoValue = 16,  // as kNoValue
};

constexpr std::uint64_t kValueBits = 48, kMostUnitSite = (1u << 24) - 1;
constexpr std::uint64_t kNarrowValue = (1ull << kValueBits) - 1;

constexpr std::uint8_t TagOf(const Unit& unit) { return static_cast<std::uint8_t>(unit.first); }
constexpr bool IsRecord(const Unit& unit) { return TagOf(unit) < kUnitAccess; }
constexpr bool IsAccess(const Unit& unit) { return TagOf(unit) >= kUnitAccess && TagOf(unit) < kUnitContext; }
constexpr std::uint8_t SizeBits(std::uint64_t bytes) {
  return static_cast<std::uint8_t>(bytes == 8 ? 6 : bytes == 4 ? 4 : bytes == 2 ? 2 : 0);
}

// Whether a plain access can be a unit. It is not a range and no suspicion (EventFlags, abi/suspicion.h).
constexpr bool FitsUnit(std::uint64_t address, std::uint64_t bytes, std::uint32_t site) {
  return (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) && site <= kMostUnitSite && address >> kValueBits == 0;
}
constexpr bool IsWide(std::uint64_t value) { return value > kNarrowValue; }
constexpr Unit AccessUnit(std::uint64_t address, std::uint32_t site, std::uint8_t bits, std::uint64_t value) {
  return {static_cast<std::uint64_t>(kUnitAccess | bits) | std::uint64_t{site} << 8 | address << 32, value | (address >> 32)
                                                                                                                 << kValueBits};
}
constexpr Unit WideUnit(std::uint64_t address, std::uint32_t site, std::uint8_t bits, std::uint64_t value) {
  return {static_cast<std::uint64_t>(kUnitWide | bits) | std::uint64_t{site} << 8 | address << 32, value};
}
constexpr Unit HighUnit(std::uint64_t address) { return {kUnitHigh | (address >> 32) << 32, 0}; }
constexpr Unit ContextUnit(std::uint16_t tid, std::uint32_t ordinal, std::uint32_t caller, std::uint32_t ctx,
                           std::uint8_t flags) {
  return {kUnitContext | std::uint64_t{flags} << 8 | std::uint64_t{tid} << 16 | std::uint64_t{ordinal} << 32,
          caller | std::uint64_t{ctx} << 32};
}

// What contexts and highs say of the accesses that follow.
struct UnitContext {
  std::uint32_t ordinal = 0, caller = 0, ctx = 0;  // ordinal: of the next access
  std::uint16_t tid = 0, high = 0;
  std::uint8_t flags = 0;  // kMarked
};
constexpr void ReadContext(const Unit& unit, UnitContext& context) {
  if (TagOf(unit) == kUnitHigh) context.high = static_cast<std::uint16_t>(unit.first >> 32);
  if (TagOf(unit) != kUnitContext) return;
  context.flags = static_cast<std::uint8_t>(unit.first >> 8);
  context.tid = static_cast<std::uint16_t>(unit.first >> 16);
  context.ordinal = static_cast<std::uint32_t>(unit.first >> 32);
  context.caller = static_cast<std::uint32_t>(unit.second);
  context.ctx = static_cast<std::uint32_t>(unit.second >> 32);
}

constexpr std::uint64_t AddressOf(const Unit& unit, std::uint16_t high) {
  return unit.first >> 32 | (TagOf(unit) < kUnitWide ? unit.second >> kValueBits : high) << 32;
}
constexpr std::uint32_t BytesOf(const Unit& unit) { return 1u << ((TagOf(unit) & kUnitSize) >> 1); }
// The access as a record; its ordinal is the context's plus `later`.
constexpr Event AccessOf(const Unit& unit, const UnitContext& context, std::uint32_t later) {
  Event event{};
  const unsigned tag = TagOf(unit);
  event.kind = (tag & kUnitWrites) != 0 ? EventKind::kWrite : EventKind::kRead;
  event.flags = static_cast<std::uint8_t>(context.flags | ((tag & kUnitNoValue) != 0 ? kNoValue : 0));
  event.tid = context.tid;
  event.site = static_cast<std::uint32_t>(unit.first >> 8) & kMostUnitSite;
  event.obj = AddressOf(unit, context.high);
  event.value = tag < kUnitWide ? unit.second & kNarrowValue : unit.second;
  event.size = static_cast<std::uint16_t>(BytesOf(unit));
  event.ordinal = context.ordinal + later;
  event.caller = context.caller;
  event.ctx = context.ctx;
  return event;
}

}  // namespace reweave::abi
