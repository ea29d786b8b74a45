#include "explore/schedule/plan.h"

#include <cstring>

#include "base/check.h"

namespace reweave::inline schedule {

namespace {
template <typename T>
bool SameBytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <typename List>
void AppendAll(std::string& out, const List& items) {
  using T = typename List::value_type;
  if (!items.empty()) out.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
}

Error BadPlan(std::string where) { return Error(ErrorCategory::kInternal, "cannot decode plan", std::move(where)); }
}  // namespace

bool operator==(const Plan& a, const Plan& b) {
  return SameBytes(a.segments, b.segments) && SameBytes(a.outcomes, b.outcomes) && SameBytes(a.holds, b.holds) &&
         a.tail == b.tail && a.granularity == b.granularity && a.flags == b.flags && a.pct_depth == b.pct_depth &&
         a.pct_length == b.pct_length && a.record == b.record && a.seed == b.seed && a.runs == b.runs &&
         a.max_steps == b.max_steps && a.start == b.start && a.save_as == b.save_as;
}

std::string EncodePlan(const Plan& plan, std::uint32_t id, std::span<const abi::SharedSlot> racing) {
  CHECK(id != 0 && plan.runs > 0);
  abi::PlanHeader header{};
  header.id = id;
  header.tail = plan.tail;
  header.granularity = plan.granularity;
  header.flags = plan.flags;
  header.pct_depth = plan.pct_depth;
  header.record = plan.record;
  header.seed = plan.seed;
  header.runs = plan.runs;
  header.pct_length = plan.pct_length;
  header.max_steps = plan.max_steps;
  header.segments = static_cast<std::uint32_t>(plan.segments.size());
  header.outcomes = static_cast<std::uint32_t>(plan.outcomes.size());
  header.start = plan.start;
  header.save_as = plan.save_as;
  header.racing = static_cast<std::uint32_t>(racing.size());
  header.holds = static_cast<std::uint32_t>(plan.holds.size());
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  AppendAll(bytes, plan.segments);
  AppendAll(bytes, plan.outcomes);
  AppendAll(bytes, racing);
  AppendAll(bytes, plan.holds);
  CHECK(bytes.size() % 8 == 0 && bytes.size() <= UINT32_MAX);
  header.bytes = static_cast<std::uint32_t>(bytes.size());
  std::memcpy(bytes.data(), &header.bytes, sizeof header.bytes);
  return bytes;
}

Result<DecodedPlan> DecodePlan(std::string_view bytes) {
  abi::PlanHeader header;
  if (bytes.size() < sizeof header) return std::unexpected(BadPlan("byte 0: shorter than a header"));
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::uint64_t wanted = sizeof header + header.segments * std::uint64_t{sizeof(abi::Segment)} +
                               header.outcomes * std::uint64_t{sizeof(abi::OutcomeChoice)} +
                               header.racing * std::uint64_t{sizeof(abi::SharedSlot)} +
                               header.holds * std::uint64_t{sizeof(abi::Hold)};
  if (header.bytes != wanted || bytes.size() < wanted) return std::unexpected(BadPlan("byte 0: sizes do not fit"));
  if (header.id == 0 || header.runs == 0 || header.tail > abi::TailPolicy::kGoal ||
      header.granularity > abi::Granularity::kRacing)
    return std::unexpected(BadPlan("byte 4: value out of range"));
  DecodedPlan out{.plan = {}, .id = header.id};
  Plan& plan = out.plan;
  plan.tail = header.tail;
  plan.granularity = header.granularity;
  plan.flags = header.flags;
  plan.pct_depth = header.pct_depth;
  plan.pct_length = header.pct_length;
  plan.record = header.record;
  plan.seed = header.seed;
  plan.runs = header.runs;
  plan.max_steps = header.max_steps;
  plan.start = header.start;
  plan.save_as = header.save_as;
  plan.segments.resize(header.segments);
  plan.outcomes.resize(header.outcomes);
  const char* from = bytes.data() + sizeof header;
  const std::size_t segment_bytes = header.segments * sizeof(abi::Segment);
  if (header.segments != 0) std::memcpy(plan.segments.data(), from, segment_bytes);
  const std::size_t outcome_bytes = header.outcomes * sizeof(abi::OutcomeChoice);
  if (header.outcomes != 0) std::memcpy(plan.outcomes.data(), from + segment_bytes, outcome_bytes);
  plan.holds.resize(header.holds);
  if (header.holds != 0)
    std::memcpy(plan.holds.data(), from + segment_bytes + outcome_bytes + header.racing * sizeof(abi::SharedSlot),
                header.holds * sizeof(abi::Hold));
  return out;
}

}  // namespace reweave::inline schedule
