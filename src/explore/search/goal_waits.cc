// The goals that are about semaphores: who waits for a permit while it has another one waits until nobody else can go on.
#include <algorithm>
#include <ranges>

#include "abi/hold_objects.h"
#include "explore/search/goals.h"

namespace reweave::inline search {

namespace {

constexpr std::uint32_t kSeveral = ~0u;  // threads
constexpr std::uint64_t kPermitKey = 0x7065726d6974;
constexpr std::size_t kMostPermits = 16;  // of a thread

}  // namespace

// A permit is what a thread takes and gives back itself; what one thread takes and another gives is a message. That it was one is
// known when it is given back.
void Goals::HoldPermit(const abi::Event& event) {
  const bool takes = event.kind == abi::EventKind::kSemWait && event.value == 0;
  if (!takes && event.kind != abi::EventKind::kSemPost) return;
  if (event.tid >= permits_.size()) permits_.resize(event.tid + 1u);
  std::vector<Permit>& permits = permits_[event.tid];
  if (takes) {
    std::uint32_t& waiter = waiters_[event.obj];
    if (waiter == 0) waiter = event.tid + 1u;
    else if (waiter != event.tid + 1u) waiter = kSeveral;
    const bool only_tried = event.size != 0;
    for (Permit& permit : permits)
      if (!only_tried) permit.waits.push_back(PlaceOf(event));
    if (permits.size() < kMostPermits) permits.push_back({event.obj, {}});
    return;
  }
  const auto given = std::ranges::find(permits.rbegin(), permits.rend(), event.obj, &Permit::semaphore);
  if (given == permits.rend()) return;
  if (waiters_[event.obj] == kSeveral)
    for (const Place place : given->waits)
      Want(kFreed, Mix(place, kPermitKey), {{Stop{std::uint64_t{abi::kHoldToTheEnd} << 32, 0}, Stop{place, 0}}});
  permits.erase(std::next(given).base());
}

}  // namespace reweave::inline search
