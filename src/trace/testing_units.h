// What the runtime writes into the trace ring for given events: for tests of the list that takes it.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "abi/compact.h"
#include "trace/event_list.h"
#include "trace/meaning.h"

namespace reweave::inline trace {

class UnitWriter {
 public:
  // `in_short`: whether an access that can be in the short form is.
  explicit UnitWriter(std::function<bool()> in_short = [] { return true; }) : in_short_(std::move(in_short)) {}

  void Put(const abi::Event& event) {
    const bool met = Meet(event);
    if (!CanBeShort(event) || !in_short_()) {
      const std::size_t at = units_.size();
      units_.resize(at + abi::kEventUnits);
      std::memcpy(&units_[at], &event, sizeof event);
      return;
    }
    if (next_ != event.ordinal || context_.tid != event.tid || context_.caller != event.caller || context_.ctx != event.ctx ||
        context_.flags != (event.flags & abi::kMarked)) {
      units_.push_back(abi::ContextUnit(event.tid, event.ordinal, event.caller, event.ctx, event.flags & abi::kMarked));
      abi::ReadContext(units_.back(), context_);
    }
    next_ = event.ordinal + 1;
    const auto bits =
        static_cast<std::uint8_t>((event.kind == abi::EventKind::kWrite ? abi::kUnitWrites : 0) | abi::SizeBits(event.size) |
                                  (met ? abi::kUnitMet : 0) | ((event.flags & abi::kNoValue) != 0 ? abi::kUnitNoValue : 0));
    if (!abi::IsWide(event.value)) return units_.push_back(abi::AccessUnit(event.obj, event.site, bits, event.value));
    if (const auto high = static_cast<std::uint16_t>(event.obj >> 32); high != context_.high) {
      units_.push_back(abi::HighUnit(event.obj));
      context_.high = high;
    }
    units_.push_back(abi::WideUnit(event.obj, event.site, bits, event.value));
  }
  const std::vector<abi::Unit>& units() const { return units_; }

 private:
  static bool CanBeShort(const abi::Event& event) {
    return IsPlainAccess(event.kind) && (event.flags & ~(abi::kNoValue | abi::kMarked)) == 0 && event.order == 0 &&
           abi::FitsUnit(event.obj, event.size, event.site);
  }
  // Whether several threads were there, one of them writing; notes this one.
  bool Meet(const abi::Event& event) {
    if (!IsAccess(event.kind)) return false;
    bool met = false;
    for (std::uint64_t g = event.obj >> 3; g <= (event.obj + std::max<std::uint64_t>(AccessSize(event), 1) - 1) >> 3; ++g) {
      Granule& seen = seen_.try_emplace(g, Granule{event.tid, false, false}).first->second;
      seen.others |= seen.first != event.tid;
      seen.written |= WritesMemory(event.kind);
      met |= seen.others && seen.written;
    }
    return met;
  }

  std::function<bool()> in_short_;
  std::vector<abi::Unit> units_;
  abi::UnitContext context_;
  std::uint32_t next_ = 0;
  struct Granule {
    std::uint16_t first;
    bool others, written;
  };
  std::map<std::uint64_t, Granule> seen_;
};

inline EventList InShort(const std::vector<abi::Event>& events, std::function<bool()> in_short = [] { return true; }) {
  UnitWriter writer(std::move(in_short));
  for (const abi::Event& event : events) writer.Put(event);
  EventList list;
  bool dropped = false;
  for (std::span<const abi::Unit> left = writer.units(); !left.empty();) left = left.subspan(list.Take(left, ~0u, dropped).units);
  return list;
}

}  // namespace reweave::inline trace
