// From an order of accesses to a schedule that performs them in this order: the threads' operations are simulated as one run
// recorded them, with threads held back that stand before an access whose turn has not come.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "trace/trace.h"

namespace reweave::recontest {

enum class Approach : std::uint8_t {
  kAsRecorded,   // operations in their recorded order, but for the threads that are held: values stay as they were for longest
  kSideBySide,   // the same, but first all threads go to just before their first access
  kInTurn,       // each thread goes to its access when its turn comes
  kGatherFirst,  // first all threads go to just before their first access, first one first; then the order
  kGatherLast,   // the same, last one first
  kHeldEarlier,  // as recorded, but threads are held one access to the same place earlier: what others read until then is older
};

// Numbers into trace.events, up to and including the last anchor; nullopt: the simulation got stuck. `anchors` are such numbers.
std::optional<std::vector<std::uint32_t>> GuidedOrder(const Trace& trace, std::span<const std::uint32_t> anchors,
                                                      Approach approach);

}  // namespace reweave::recontest
