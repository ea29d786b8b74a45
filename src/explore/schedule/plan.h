// What one call of a strategy asks the runtime to do: a prefix of choices and what to do after it. A value type; the bytes in
// the plan ring are abi::PlanHeader + segments + outcomes (abi/control.h), which this file alone encodes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abi/control.h"
#include "base/result.h"

namespace reweave::inline schedule {

struct Plan {
  std::vector<abi::Segment> segments;        // the prefix: see abi::Segment for its exact meaning
  std::vector<abi::OutcomeChoice> outcomes;  // in any order, valid in the whole run
  std::vector<abi::Hold> holds;              // TailPolicy::kGoal
  abi::TailPolicy tail = abi::TailPolicy::kStay;
  abi::Granularity granularity = abi::Granularity::kShared;
  std::uint8_t flags = 0;                    // abi::PlanFlags
  std::uint8_t pct_depth = 3;
  std::uint32_t pct_length = 0;
  std::uint32_t record = abi::kRecordSync | abi::kRecordAccess;
  std::uint64_t seed = 1;                    // of the first run; run i of the batch uses seed + i
  std::uint32_t runs = 1;
  std::uint64_t max_steps = 0;               // 0 = none
  std::uint32_t start = 0;                   // checkpoint id; 0 = rewind point
  std::uint32_t save_as = 0;

  friend bool operator==(const Plan& a, const Plan& b);
};

// id must not be 0: that is a filler in the ring and the preamble in a trace. `racing`: what the process has not been told yet.
std::string EncodePlan(const Plan& plan, std::uint32_t id, std::span<const abi::SharedSlot> racing = {});
struct DecodedPlan {
  Plan plan;
  std::uint32_t id;
};
// What the runtime does, for tests and fakes.
Result<DecodedPlan> DecodePlan(std::string_view bytes);

}  // namespace reweave::inline schedule
