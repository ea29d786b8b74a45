#include "techniques/pcr/windows.h"

#include <algorithm>

namespace reweave::pcr {

void StateBefore::Advance(const Trace& trace, std::uint32_t end) {
  if (next_ == 0 && trace.preamble != nullptr) {  // what main took before the first thread, and still has
    for (const abi::Event& event : trace.preamble->events)
      if (IsEvent(event.kind) && event.tid == 0) TakeLock(event);
  }
  for (; next_ < end && next_ < trace.events.size(); ++next_) {
    const abi::Event& event = trace.events[next_];
    if (!IsEvent(event.kind)) continue;
    if (IsAccess(event.kind)) Store(event);
    if (!IsCounted(event.kind)) continue;
    TakeLock(event);
    TakeOrder(event);
  }
}

void StateBefore::TakeLock(const abi::Event& event) {
  const LockUse use = LockUseOf(event);
  if (!use || use.nested || use.misses()) return;
  if (use.takes()) {
    Held& held = held_[{event.tid, use.lock}];
    held.mode = use.mode, ++held.depth;
    return;
  }
  auto own = held_.find({event.tid, use.lock});
  if (own == held_.end())  // another thread gives it back
    own = std::ranges::find_if(held_, [&](const auto& entry) { return entry.first.second == use.lock; });
  if (own != held_.end() && --own->second.depth == 0) held_.erase(own);
}

void StateBefore::TakeOrder(const abi::Event& event) {
  const OrderUse use = OrderUseOf(event);
  if (event.kind == abi::EventKind::kWaitBegin) {
    waiting_[event.tid] = event.obj;
  } else if (use.through == OrderUse::Through::kCondition) {
    if (use.awaits()) waiting_.erase(event.tid);
    else if (event.kind == abi::EventKind::kBroadcast)
      std::erase_if(waiting_, [&](const auto& entry) { return entry.second == use.object; });
    else if (use.woken != 0) waiting_.erase(static_cast<std::uint16_t>(use.woken - 1));
  } else if (use.through == OrderUse::Through::kThread && use.begins && use.publishes() && !use.failed) {
    ++created_;
  }
}

void StateBefore::Store(const abi::Event& event) {
  const std::uint64_t size = std::max<std::uint64_t>(AccessSize(event), 1);
  const bool known = (event.flags & (abi::kRange | abi::kNoValue)) == 0 && event.size <= 8;
  if (!known && !WritesMemory(event.kind)) return;
  const std::uint64_t value = event.kind == abi::EventKind::kAtomicRmw ? event.value2 : event.value;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t at = event.obj + i;
    if (!known && memory_.Find(at >> 3) == nullptr) {  // large ranges: nothing to forget
      i += 7 - (at & 7);
      continue;
    }
    Granule& granule = memory_[at >> 3];
    const auto bit = static_cast<std::uint8_t>(1u << (at & 7));
    if (!known) {
      granule.known = static_cast<std::uint8_t>(granule.known & ~bit);
      continue;
    }
    granule.known |= bit;
    granule.bytes[at & 7] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

bool StateBefore::Value(std::uint64_t address, unsigned size, std::uint64_t* value) const {
  *value = 0;
  for (unsigned i = 0; i < size; ++i) {
    const std::uint64_t at = address + i;
    const Granule* granule = memory_.Find(at >> 3);
    if (granule == nullptr || (granule->known >> (at & 7) & 1) == 0) return false;
    *value |= std::uint64_t{granule->bytes[at & 7]} << (8 * i);
  }
  return true;
}

}  // namespace reweave::pcr
